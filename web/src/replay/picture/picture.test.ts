// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { speak } from '../../../tests/speak'
import { draw, WIDTH } from './drawing'
import { linesOf } from './lines'
import type { Lettering, Look } from './marks'
import type { Told } from './told'

const look: Look = { colour: () => '#123456', font: '"A & B", sans-serif', display: 'serif' }
const measure = (text: string, { size }: Lettering) => [...text].length * size * 0.5
const pen = { look, measure, language: 'en' }

const seat = (number: number, compass: Told['seats'][number]['compass']) => ({
  name: number === 1 ? 'Mei <&"> of the very long name that no plate could ever hold' : `Seat ${number}`,
  face: number === 2 ? null : 'fox',
  compass,
  cards: 9,
})
const FOUR = (['south', 'west', 'north', 'east'] as const).map((compass, i) => seat(i, compass))
const THREE = (['south', 'west', 'east'] as const).map((compass, i) => seat(i, compass))
const TWO = (['south', 'north'] as const).map((compass, i) => seat(i, compass))
const SIX = Array.from({ length: 6 }, (_, i) => seat(i, null))

const told = (more: Partial<Told>): Told => ({
  game: 'lockup',
  title: 'A <game>',
  place: 'Round 1 · Trick 2',
  view: 'As Mei saw it',
  viewFace: 'fox',
  sentence: 'Mei plays Q♥. Oskar takes the trick: Q♥ 10♥ 2♥ 3♥.',
  seats: FOUR,
  lying: { kind: 'trick', piles: [], winner: null },
  hands: [],
  ...more,
})
const pile = (owner: number | null, ...cards: string[]) => ({ seat: owner, cards })
const many = Array.from({ length: 8 }, () => 'QS')

describe('a picture is a drawing that can be read', () => {
  test.each<[string, Partial<Told>]>([
    ['nothing lies on the table', { hands: [{ seat: 0, cards: ['AS', 'RJ', 'BJ', 'JK', 'TD'] }] }],
    ['a trick of four', { lying: { kind: 'trick', piles: [pile(0, 'QH'), pile(2, 'TH')], winner: 2 } }],
    ['a trick of three', { seats: THREE, lying: { kind: 'trick', piles: [pile(1, 'QH')], winner: 1 } }],
    ['a trick of two', { seats: TWO, lying: { kind: 'trick', piles: [pile(1, 'RJ')], winner: null } }],
    [
      'a trick of six',
      { seats: SIX, lying: { kind: 'trick', piles: [pile(5, 'QH'), pile(0, '2S')], winner: 5 } },
    ],
    [
      'plays of many cards',
      { lying: { kind: 'trick', piles: [pile(0, ...many), pile(1, ...many)], winner: 0 } },
    ],
    [
      'melds',
      {
        seats: THREE,
        lying: {
          kind: 'spread',
          discard: '7D',
          stock: 12,
          melds: Array.from({ length: 9 }, () => pile(1, '5H', 'JK=6H', '7H')),
        },
      },
    ],
    ['no melds yet', { seats: SIX, lying: { kind: 'spread', discard: null, stock: null, melds: [] } }],
    [
      'all hands, of 31 cards',
      { hands: FOUR.map((_, i) => ({ seat: i, cards: Array.from({ length: 31 }, () => 'AS') })) },
    ],
    [
      'a result',
      {
        sentence: '',
        lying: {
          kind: 'result',
          headline: 'Mei and Oskar win',
          why: 'By <far>',
          whose: '',
          figure: '+125',
          points: ['1', '2', '3', '4'],
          winners: [0, 2],
        },
      },
    ],
  ])('%s', (_, more) => {
    const { svg, height } = draw(told(more), pen, '')
    const read = new DOMParser().parseFromString(svg, 'image/svg+xml')
    expect(read.querySelector('parsererror')).toBeNull()
    expect(read.documentElement.getAttribute('width')).toBe(String(WIDTH))
    expect(height).toBeGreaterThan(300)
    expect(height).toBeLessThan(1700)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    expect(read.documentElement.textContent).toContain('A <game>')
  })
})

test('plays of several cards leave space for the plates beside them', () => {
  for (const cards of [['QS'], ['QS', 'QS'], many]) {
    const lying = {
      kind: 'trick' as const,
      piles: [0, 1, 2, 3].map((one) => pile(one, ...cards)),
      winner: null,
    }
    const { svg } = draw(told({ lying, sentence: '' }), pen, '')
    const read = new DOMParser().parseFromString(svg, 'image/svg+xml')
    const edges = [...read.querySelectorAll('g[transform^="rotate"] > g')].map((card) => {
      const [, x, scale] = /translate\(([\d.]+) [\d.]+\) scale\(([\d.]+)\)/.exec(
        card.getAttribute('transform')!,
      )!
      return [Number(x), Number(x) + 250 * Number(scale)] as const
    })
    expect(edges).toHaveLength(4 * cards.length)
    expect(Math.min(...edges.map(([left]) => left))).toBeGreaterThan(44 + 236)
    expect(Math.max(...edges.map(([, right]) => right))).toBeLessThan(WIDTH - 44 - 236)
  }
})

describe('a sentence is set in lines', () => {
  const how = { size: 20 }
  const lines = (text: string, width: number, language = 'en') =>
    linesOf(text, { language, width, how, measure }).map((pieces) =>
      pieces.map((piece) => ('card' in piece ? `[${piece.card}]` : piece.text)).join(''),
    )

  test('at its spaces, with its cards and the stops after them', async () => {
    await speak('lockup')
    expect(lines('Mei plays Q♥. Oskar takes the trick.', 160)).toEqual([
      'Mei plays [QH].',
      'Oskar takes the',
      'trick.',
    ])
    expect(lines('One', 10)).toEqual(['One'])
    expect(lines('', 100)).toEqual([])
  })

  test('in Chinese and Japanese without a stop at the beginning of a line', () => {
    for (const line of lines('小美出了红心十，小奥赢得这一墩。', 80, 'zh-Hans'))
      expect(line).not.toMatch(/^[，。]/)
    for (const line of lines('メイはこのトリックを取った。オスカーは、負けた。', 80, 'ja'))
      expect(line).not.toMatch(/^[、。]/)
  })
})
