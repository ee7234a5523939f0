// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from 'vitest'
import { event, move, moved } from '../../tests/events'
import { speak } from '../../tests/speak'
import type { Event } from '../lib/protocol'
import {
  captionOf,
  cardsText,
  decidedText,
  isRule,
  lastTrickText,
  moveText,
  narrate,
  inShort,
  partsOf,
  sentence,
  spoken,
  violationText,
} from './sentences'
import type { Scene } from './scene'

const scene = { game: 'lockup', unit: 'round', players: 4, viewer: 0 } as const
const trick = (seat: number, ...cards: string[]): Event => event({ kind: 'trick', version: 1, seat, cards })

describe('in English', () => {
  beforeAll(() => speak('lockup'))

  test('a card played is a sentence', () => {
    expect(narrate(scene, [moved(1, 'TH')])).toEqual(['West plays 10♥.'])
  })

  test('the card that completes a trick is told with it', () => {
    expect(narrate(scene, [moved(0, 'KH'), trick(1, 'TH', 'AH', 'KH')])).toEqual([
      'You play K♥. West takes the trick: 10♥ A♥ K♥.',
    ])
    expect(captionOf(scene, [moved(0, 'KH'), trick(1, 'TH', 'AH', 'KH')])).toBe(
      'West takes the trick: 10♥ A♥ K♥.',
    )
  })

  test('the moment that decided a round names both, and the viewer as such', () => {
    const decided = { code: 'lockup', seat: 0, other: null, cards: ['QS'], count: 2 }
    expect(decidedText(scene, decided)).toBe('Your Q♠ cost you a lockup of 2 tricks.')
    expect(decidedText(scene, { ...decided, seat: 1 })).toBe('West’s Q♠ cost them a lockup of 2 tricks.')
  })

  test('the last trick says who played what', () => {
    const piles = [
      { seat: 3, cards: ['TH'] },
      { seat: 0, cards: ['AH'] },
    ]
    expect(lastTrickText(scene, piles, 0)).toBe('East: 10♥. You: A♥. You take it')
  })

  test('what a trick brings is one line with it', () => {
    const events: Event[] = [
      trick(0, 'TH', 'QC'),
      event({ kind: 'locked', version: 1, seat: 0, count: 1 }),
      event({ kind: 'lost', version: 2, seat: 0, cards: ['5D'] }),
    ]
    expect(narrate(scene, events)).toHaveLength(1)
    expect(narrate(scene, events)[0]).toMatch(
      /^You take the trick: 10♥ Q♣\. You are locked up .* You lose 5♦\.$/,
    )
  })

  test('the next card is a line of its own', () => {
    expect(narrate(scene, [trick(2, 'TH'), moved(2, '3S')])).toHaveLength(2)
  })

  test('events that need no sentence have none', () => {
    expect(narrate(scene, [event({ kind: 'chance', version: 1, move: '2 lose ?' })])).toEqual([])
  })

  test('the deal and the end of a round are told', () => {
    expect(narrate(scene, [event({ kind: 'deal', version: 1, seat: 0, count: 2 })])).toEqual([
      'Round 2. You begin.',
    ])
    expect(narrate(scene, [event({ kind: 'round', version: 9, scores: [4, 3, 5, 1] })])).toEqual([
      'The round is over: You 4, West 3, North 5, East 1.',
    ])
  })

  test('a refusal names suit and card', () => {
    const said = violationText(scene, 'LU-3.1', { card: '2C', suit: 'H' })
    expect(said).toContain('2♣')
    expect(said).toContain('hearts')
  })

  test('a common violation has a sentence of the table’s own and no rule', () => {
    expect(violationText(scene, 'not_your_turn', {})).toBe('It is not your turn.')
    expect(violationText(scene, 'malformed', {}, '9H')).toBe('9♥ is not possible now.')
    expect(violationText(scene, 'malformed', {})).toBe('That move is not possible now.')
    expect(isRule('not_your_turn')).toBe(false)
    expect(isRule('LU-3.1')).toBe(true)
  })
})

test('the same in Chinese', async () => {
  await speak('lockup', 'zh-Hans')
  expect(narrate(scene, [moved(1, 'TH'), moved(2, 'QC')])).toEqual(['左家出 10♥。', '对家出 Q♣。'])
})

test('the same in Japanese', async () => {
  await speak('lockup', 'ja')
  expect(narrate(scene, [moved(3, 'TH')])).toEqual(['右隣：10♥。'])
})

describe('moves in the words of their game', () => {
  const sceneOf = (game: string): Scene => ({
    game,
    unit: 'round',
    players: 4,
    viewer: 0,
    lowFirst: game === 'seven_bridge',
  })

  test.each([
    ['lockup', 'QH', 'Q♥'],
    ['trump7', 'pass', 'Pass'],
    ['trump7', 'take H', 'Take the widow, trump ♥ hearts'],
    ['trump7', 'discard 7C 8D', 'Put away 7♣ 8♦'],
    ['trump7', 'JK S', 'Call for ♠ spades'],
    ['trump7', 'QH', 'Q♥'],
    ['seven_bridge', 'draw', 'Draw'],
    ['seven_bridge', 'meld 9S 8S 7S', 'Meld 7♠ 8♠ 9♠'],
    ['seven_bridge', 'meld JK=6H 8H 7H', 'Meld 7♥ 8♥ joker for 6♥'],
    ['seven_bridge', 'pon 9D 9C', 'Pon with 9♣ 9♦'],
    ['seven_bridge', 'discard TD', 'Discard 10♦'],
    ['lockseven', 'call H', 'Call ♥ hearts'],
    ['lockseven', 'bury 2S 3S', 'Bury 2♠ 3♠'],
    ['lockseven', 'anti 7S 7S', 'Anti-call with 7♠ 7♠'],
    ['lockseven', 'anti RJ RJ', 'Anti-call with both red jokers'],
    ['lockseven', 'hide', 'Hide a called card'],
  ])('%s: the button for %s says %s', async (game, text, name) => {
    await speak(game)
    expect(moveText(sceneOf(game), move(text))).toBe(name)
  })

  test.each([
    ['lockup', 'TH', 'West plays 10♥.', 'You play 10♥.'],
    ['trump7', 'pass', 'West passes.', 'You pass.'],
    ['trump7', 'QH', 'West plays Q♥.', 'You play Q♥.'],
    ['trump7', 'discard ? ?', 'West puts two cards away.', 'You put away ? ?.'],
    [
      'trump7',
      'JK S',
      'West leads the joker and calls for ♠ spades.',
      'You lead the joker and call for ♠ spades.',
    ],
    ['seven_bridge', 'draw', 'West draws.', null],
    ['seven_bridge', 'meld 9S 8S 7S', 'West melds 7♠ 8♠ 9♠.', 'You meld 7♠ 8♠ 9♠.'],
    ['seven_bridge', 'discard KD', 'West discards K♦.', 'You discard K♦.'],
    ['lockseven', 'bury ? ? ?', 'West buries 3 cards.', 'You bury ? ? ?.'],
    ['lockseven', 'KS KS', 'West plays K♠ K♠.', 'You play K♠ K♠.'],
  ])('%s: %s is told', async (game, text, theirs, yours) => {
    await speak(game)
    expect(sentence(sceneOf(game), moved(1, text))).toBe(theirs)
    expect(sentence(sceneOf(game), moved(0, text))).toBe(yours)
  })

  test('a move that has a name but no sentence is told by what it brings about', async () => {
    await speak('trump7')
    expect(sentence(sceneOf('trump7'), moved(1, 'take H'))).toBeNull()
    await speak('lockseven')
    expect(sentence(sceneOf('lockseven'), moved(1, 'call ?'))).toBeNull()
  })

  test('the deal says who begins in the words of the game', async () => {
    await speak('trump7')
    expect(sentence(sceneOf('trump7'), event({ kind: 'deal', seat: 0, count: 3 }))).toBe(
      'Deal 3. You bid first.',
    )
  })

  test('a game without words of its own has its cards told, and counts its rounds', () => {
    const plain = { ...sceneOf('none'), unit: 'hand' } as const
    expect(sentence(plain, moved(1, 'give 2S 3S'))).toBe('West plays 2♠ 3♠.')
    expect(sentence(plain, event({ kind: 'deal', seat: 1, count: 2 }))).toBe('Hand 2.')
    expect(moveText(plain, move('give 2S 3S'))).toBe('2♠ 3♠')
  })
})

test.each([
  ['West plays A♦.', 'West plays ace of diamonds.'],
  ['♥ hearts led: choose 2 cards', 'hearts led: choose 2 cards'],
  ['Pon with 9♣ 10♦', 'Pon with 9 of clubs 10 of diamonds'],
  ['West plays ★ ☆.', 'West plays red joker black joker.'],
])('%s is read out as %s', async (written, heard) => {
  await speak('lockup')
  expect(spoken(written)).toBe(heard)
})

test('a sentence is cut at its cards', () => {
  const cards = (text: string) =>
    partsOf(text)
      .flatMap(({ said, open, card, stop }) => [said, open + (card ?? '') + stop])
      .filter((part) => part !== '')
  expect(cards('Mei plays 10♥.')).toEqual(['Mei plays ', 'TH.'])
  expect(cards('7♠ 7♠')).toEqual(['7S', ' ', '7S'])
  expect(cards('小林出了K♦。')).toEqual(['小林出了', 'KD。'])
  expect(cards('取りました（2♠ K♦）。')).toEqual(['取りました', '（2S', ' ', 'KD）。'])
  expect(cards('♣ clubs led')).toEqual(['♣ clubs led'])
  expect(cards(`出${cardsText(['JK'])}，${cardsText(['RJ', 'BJ'])}。`)).toEqual([
    '出',
    'JK，',
    'RJ',
    ' ',
    'BJ。',
  ])
})

test('of many cards in a row a glance sees the first ones and the last', () => {
  expect(inShort('Mei: 2♠ 2♠ 10♥ 4♠ 5♠ 6♠ K♦. You: A♣ A♣')).toBe('Mei: 2♠ 2♠ 10♥ … K♦. You: A♣ A♣')
  expect(inShort('Mei: 2♠ 2♠ 10♥ 4♠ 5♠ K♦.')).toBe('Mei: 2♠ 2♠ 10♥ 4♠ 5♠ K♦.')
})
