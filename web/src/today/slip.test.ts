// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { event, moved } from '../../tests/events'
import type { Event, ReplayMoment } from '../lib/protocol'
import { styleOf } from './forms'
import { lineOf, signsOf } from './signs'
import { drawSlip } from './slipPicture'

const ME = 1
const GAMES = ['lockup', 'trump7', 'seven_bridge', 'lockseven', 'of_a_package']

/** A round as its player was told it. */
const told = (events: readonly Event[], view: object = {}) =>
  [
    { view, events: [] },
    { view, events },
  ] as unknown as ReplayMoment[]
const play = (seat: number, card: string): Event => ({ ...moved(seat, card), action: 'play' })
const trick = (seat: number, count: number | null = null) =>
  event({ kind: 'trick', seat, count, cards: ['QH', 'QC'] })
const act = (seat: number, text: string, manner: Event['manner'] = 'seen') => moved(seat, text, 1, manner)

const line = (game: string, events: readonly Event[], view: object = {}) =>
  lineOf(styleOf(game).form, signsOf(told(events, view), ME))

describe('a round in signs', () => {
  test('a keyhole a trick: taken, not taken, sat out, and one that nobody played', () => {
    const events = [
      ...[play(1, 'QH'), play(0, '2C'), trick(1), event({ kind: 'locked', seat: 1, count: 1 })],
      ...[play(0, '3H'), trick(0)],
      event({ kind: 'passed' }),
      ...[play(0, '9H'), play(1, '8H'), trick(0)],
    ]
    expect(line('lockup', events)).toBe('●▥▥○')
  })

  test('a ray a trick, long as its points', () => {
    const events = [play(1, 'QH'), trick(1, 14), play(1, '7S'), trick(2, 3)]
    expect(line('trump7', events)).toBe('▲△')
    expect(signsOf(told(events), ME).tricks.map(({ size }) => size)).toEqual([14, 3])
  })

  test('a turn of one’s own each: a wave, a lantern for a claim, the moon for a seven, an arch', () => {
    const events = [
      ...[
        act(1, 'draw'),
        act(1, 'discard 4H'),
        act(0, 'draw'),
        act(0, 'meld 7S', 'staged'),
        act(0, 'discard 2S'),
      ],
      ...[act(1, 'pass', 'said'), act(1, 'pon 5D 5H', 'said'), act(1, 'discard KD')],
      ...[act(1, 'draw'), act(1, 'meld 7H', 'staged'), act(1, 'discard 3D')],
      ...[act(1, 'draw'), act(1, 'lay 5C 1'), event({ kind: 'out', seat: 1, count: 40 })],
    ]
    expect(line('seven_bridge', events)).toBe('～†☽∩')
    expect(signsOf(told(events), ME).out).toBe(true)
  })

  test.each([
    [['host', 'attack', 'partner', 'attack'], '◇◆◇◆'],
    [['host', 'partner', 'attack', 'attack'], '◆◆◇◇'],
    [['host', 'hidden_partner', 'attack', 'attack'], '◆◆◇◇'],
  ])('a diamond a trick, full for the side of the player: %s', (roles, expected) => {
    const events = [0, 1, 2, 3].flatMap((seat) => [play(ME, 'QH'), trick(seat, 5)])
    expect(line('lockseven', events, { roles })).toBe(expected)
  })
})

describe('a slip', () => {
  const events = [
    ...[play(1, 'QH'), trick(1, 14), play(1, '7S'), trick(2, 3)],
    ...[act(1, 'draw'), act(1, 'pon 5D 5H', 'said'), act(1, 'discard KD')],
  ]
  const signs = signsOf(told(events), ME)
  const words = { game: 'A & <b>', day: '27', result: '+3', mark: 'of 11', address: 'here' }
  const fonts = { display: '"Marcellus", serif', text: 'sans' }

  test.each(GAMES)('of %s tells no card, no suit and no name', (game) => {
    const picture = drawSlip(styleOf(game), signs, words, fonts)
    const text = lineOf(styleOf(game).form, signs)
    for (const shown of [text, picture]) expect(shown).not.toMatch(/\b[2-9TJQKA][SHDC]\b|[♠♥♦♣♤♡♢♧]/)
    expect(text.length).toBeLessThanOrEqual(2)
  })

  test.each(GAMES)('of %s is whole as SVG, whatever is written on it', (game) => {
    for (const each of [signs, signsOf([], ME)]) {
      const parsed = new DOMParser().parseFromString(
        drawSlip(styleOf(game), each, words, fonts),
        'image/svg+xml',
      )
      expect(parsed.querySelector('parsererror')).toBeNull()
      expect([...parsed.querySelectorAll('text')].map((text) => text.textContent)).toContain('A & <b>')
      expect(parsed.documentElement.outerHTML).not.toMatch(/NaN|Infinity|undefined/)
    }
  })
})
