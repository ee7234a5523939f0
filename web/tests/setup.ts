// jsdom has no media queries: here none of them matches.
if (typeof window !== 'undefined')
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
