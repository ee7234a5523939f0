import type { Event, WrittenMove } from '../src/lib/protocol'

/** An event with the fields that a test is about; the others are empty. */
export function event(about: Pick<Event, 'kind'> & Partial<Event>): Event {
  const empty = { move: null, cards: [], count: null, suit: null, scores: [], action: null, arg: null }
  return { version: 1, seat: null, manner: 'seen', ...empty, ...about }
}

/** A move as the server sends it, from its text. */
export function move(text: string): WrittenMove {
  const words = text.split(' ')
  const kind = /^[a-z_]+$/.test(words[0]!) ? words.shift()! : 'play'
  const isCard = (word: string) => /^(\?|[2-9TJQKA][SHDC]|[RB]J|JK(=..)?)$/.test(word)
  const after = words.filter((word) => !isCard(word))
  return { text, kind, cards: words.filter(isCard), arg: after.join(' ') || null }
}

/** The event of a move. */
export function moved(seat: number, text: string, version = 1, manner: Event['manner'] = 'seen'): Event {
  const { kind: action, cards, arg } = move(text)
  return event({ kind: 'move', version, seat, move: text, action, cards, arg, manner })
}
