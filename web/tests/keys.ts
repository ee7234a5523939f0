const literals = (name: string) =>
  new RegExp(`(?<![\\w.])${name}\\(\\s*(?:[^()'"\`]*\\?\\s*)?'([^']+)'(?:\\s*:\\s*'([^']+)')?`, 'g')
const FAMILY = /(?<![\w.])family\(\s*'([^']+)',\s*\[([^\]]*)\]/g
const OURS = /(?<![\w.])ownText\([^()]*'([^']+)'\)/g

function keysIn(source: string, call: RegExp): string[] {
  return [...source.matchAll(call)].flatMap(([, ...keys]) => keys).filter((key) => key !== undefined)
}

/** The keys `PREFIX.NAME` of `family('prefix', ['name'])`. */
export function familyKeys(source: string): string[] {
  return [...source.matchAll(FAMILY)].flatMap(([, prefix, names]) =>
    [...names!.matchAll(/'([^']+)'/g)].map(([, name]) => `${prefix}.${name}`),
  )
}

/** The page's messages that a source uses: `t('key')`, `t(x ? 'key' : 'key')`, families, what a game may replace. */
export function usedKeys(source: string): string[] {
  return [...keysIn(source, literals('t')), ...keysIn(source, OURS), ...familyKeys(source)]
}

/** The messages of its own room that the source of a table uses: `gameText('key')`. */
export function ownKeys(source: string): string[] {
  return keysIn(source, literals('gameText'))
}

/** Calls of `t` whose key is put together from parts: a reader could not tell which messages they use. */
export function hiddenKeys(source: string): string[] {
  return [...source.matchAll(/(?<![\w.])(?:t|gameText)\(\s*(`[^`]*`|'[^']*'\s*\+)/g)].map(([, key]) => key!)
}
