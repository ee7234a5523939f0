// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadGameTexts, setLanguage } from '../lib/i18n/index.svelte'
import type { Language } from '../lib/i18n/languages'
import type { Event } from '../lib/protocol'
import { violationText, isRule, narrate, partsOf } from './sentences'
import { event } from '../../tests/events'

const TEXTS = '../src/sevenfold/games/lockup/texts'
const table = { toRight: false, moveName: () => null, sentence: () => undefined }
const scene = { game: 'lockup', players: 4, viewer: 0, table }

async function speak(language: Language) {
  await setLanguage(language)
  await loadGameTexts('lockup')
}

beforeAll(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    const language = new URL(path, 'http://here').searchParams.get('language')
    return new Response(readFileSync(`${TEXTS}/${language}.json`, 'utf8'))
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const move = (seat: number, text: string): Event => event({ kind: 'move', version: 1, seat, move: text })
const trick = (seat: number, ...cards: string[]): Event => event({ kind: 'trick', version: 1, seat, cards })

describe('in English', () => {
  beforeAll(() => speak('en'))

  test('a card played is a sentence', () => {
    expect(narrate(scene, [move(1, 'TH')])).toEqual(['West plays 10♥.'])
  })

  test('the card that completes a trick is told with it', () => {
    expect(narrate(scene, [move(0, 'KH'), trick(1, 'TH', 'AH', 'KH')])).toEqual([
      'West takes the trick: 10♥ A♥ K♥.',
    ])
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
    expect(narrate(scene, [trick(2, 'TH'), move(2, '3S')])).toHaveLength(2)
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
    const said = violationText('lockup', 'LU-3.1', { card: '2C', suit: 'H' })
    expect(said).toContain('2♣')
    expect(said).toContain('hearts')
  })

  test('a common violation has a sentence of the table’s own and no rule', () => {
    expect(violationText('lockup', 'not_your_turn', {})).toBe('It is not your turn.')
    expect(isRule('not_your_turn')).toBe(false)
    expect(isRule('LU-3.1')).toBe(true)
  })
})

test('the same in Chinese', async () => {
  await speak('zh-Hans')
  expect(narrate(scene, [move(1, 'TH'), move(2, 'QC')])).toEqual(['左家出 10♥。', '对家出 Q♣。'])
})

test('the same in Japanese', async () => {
  await speak('ja')
  expect(narrate(scene, [move(3, 'TH')])).toEqual(['右隣：10♥。'])
})

test('a sentence is cut at its cards', () => {
  const cards = (text: string) => partsOf(text).map((part) => part.card ?? part.text)
  expect(cards('Mei plays 10♥.')).toEqual(['Mei plays ', 'TH', '.'])
  expect(cards('7♠ 7♠')).toEqual(['7S', ' ', '7S'])
  expect(cards('小林出了K♦。')).toEqual(['小林出了', 'KD', '。'])
  expect(cards('♣ clubs led')).toEqual(['♣ clubs led'])
})
