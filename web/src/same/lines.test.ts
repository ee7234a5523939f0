import { describe, expect, test } from 'vitest'
import {
  cardsDiffer,
  depthOf,
  drawn,
  readMove,
  toldLines,
  treeOf,
  upTo,
  type Path,
  type Walker,
} from './lines'

interface Named extends Walker {
  name: string
}

/** Somebody who played these cards, one a trick from the first on. */
const walker = (name: string, cards: string, result: number): Named => ({
  name,
  result,
  you: name === 'You',
  line: cards.split(' ').filter(Boolean),
})

/** A tree in brackets: the card that leaves a fork, then the fork or who came to the end. */
function told({ by, who, fork }: Path<Named>): string {
  const card = by ?? '-'
  const rest = fork
    ? `${fork.turn}(${fork.paths.map(told).join(', ')})`
    : who.map(({ name }) => name).join('+')
  return `${card} ${rest}`
}

const EVENING = [
  walker('You', 'QH 3S 9H 4H 2S', 3),
  walker('Oskar', 'QH 3S 9H 7H 2S', 3),
  walker('Haru', '7H 3S 9H 7S 2S', 2),
  walker('Mei', '4H 3S 9D 7S 2S', 4),
  walker('Bo', '4H 3S 9D 7S JS', 4),
]

test.each([
  ['QH', 'play', ['QH'], null],
  ['RJ BJ TS', 'play', ['RJ', 'BJ', 'TS'], null],
  ['pass', 'pass', [], null],
  ['call H', 'call', [], 'H'],
  ['bury QH 2D', 'bury', ['QH', '2D'], null],
  ['meld 6H JK=7H 8H', 'meld', ['6H', 'JK=7H', '8H'], null],
  ['lay 7C 2', 'lay', ['7C'], '2'],
])('the move %s is read', (text, kind, cards, arg) => {
  expect(readMove(text)).toEqual({ text, kind, cards, arg })
})

test.each<[string, Named[], string]>([
  ['nobody', [], '- '],
  ['one alone', [walker('You', 'QH 3S', 1)], '- You'],
  ['two who did all alike', [walker('You', 'QH 3S', 1), walker('Mei', 'QH 3S', 1)], '- You+Mei'],
  ['five who part in several places', EVENING, '- 1(4H 5(2S Mei, JS Bo), QH 4(4H You, 7H Oskar), 7H Haru)'],
  [
    'somebody whose round ended before',
    [walker('You', 'QH 3S', 1), walker('Mei', 'QH', 2)],
    '- 2(- Mei, 3S You)',
  ],
  [
    'the same cards in another order',
    [walker('You', 'QH 3S', 1), walker('Mei', '3S QH', 2)],
    '- 1(3S Mei, QH You)',
  ],
])('the tree of %s', (_, who, expected) => {
  expect(told(treeOf(who))).toBe(expected)
})

test('where the lowest result is the best, it stands first', () => {
  expect(toldLines(treeOf(EVENING, -1)).flatMap(({ who }) => who[0]!.name)).toEqual([
    'Haru',
    'You',
    'Oskar',
    'Mei',
    'Bo',
  ])
})

test('in words it is every line to an end, fork by fork', () => {
  const lines = toldLines(treeOf(EVENING)).map(({ who, steps }) =>
    [who[0]!.name, ...steps.map(({ turn, by }) => `${turn}:${by}`)].join(' '),
  )
  expect(lines).toEqual(['Mei 1:4H 5:2S', 'Bo 1:4H 5:JS', 'You 1:QH 4:4H', 'Oskar 1:QH 4:7H', 'Haru 1:7H'])
})

test('a tree is cut where it has no space: who parts later comes to one end', () => {
  const tree = treeOf(EVENING)
  expect(told(upTo(tree, 1))).toBe('- 1(4H Mei+Bo, QH You+Oskar, 7H Haru)')
  expect(told(upTo(tree, 2))).toBe(told(tree))
  expect(depthOf(upTo(tree, 0))).toBe(0)
})

test.each<[string[], string[][], string | null]>([
  [['4H'], [['7H']], '4H'],
  [['RJ', 'QS', '3S'], [['RJ', 'QS', '8S']], '3S'],
  [['7C'], [['7C']], null],
  [[], [['7C']], null],
])('what sets %j apart from %j is %j', (cards, others, apart) => {
  const written = (cards: string[]) => ['meld', ...cards].join(' ')
  expect(cardsDiffer(written(cards), others.map(written))).toBe(apart)
})

describe('a drawn tree', () => {
  const tree = treeOf(EVENING)
  const frame = { left: 16, right: 316, row: 50 }
  const picture = drawn(tree, frame)

  test('has a row for each end, and every end at the right', () => {
    expect(picture.height).toBe(5 * frame.row)
    expect(new Set(picture.ends.map(({ x }) => x))).toEqual(new Set([frame.right]))
    expect(picture.ends.map(({ y }) => y)).toEqual([25, 75, 125, 175, 225])
  })

  test('has a fork in the middle of what leaves it, the first at the left', () => {
    const first = picture.forks.find(({ first }) => first)!
    expect(first.x).toBe(frame.left)
    const leaving = picture.lines.filter(({ from }) => from.x === first.x).map(({ to }) => to.y)
    expect(first.y).toBeCloseTo(leaving.reduce((a, b) => a + b) / leaving.length)
  })

  test('lights one line from the first fork to the viewer', () => {
    const yours = picture.lines.filter(({ yours }) => yours).toSorted((a, b) => a.from.x - b.from.x)
    expect(yours).toHaveLength(2)
    expect(yours[0]!.to).toEqual(yours[1]!.from)
    expect(yours[1]!.to.y).toBe(picture.ends.find(({ who }) => who[0]!.you)!.y)
  })

  test('has a chip on each line that leaves a fork, before the next one', () => {
    expect(picture.chips).toHaveLength(picture.lines.length)
    for (const [i, { x }] of picture.chips.entries()) {
      expect(x).toBeGreaterThan(picture.lines[i]!.from.x)
      expect(x).toBeLessThan(picture.lines[i]!.to.x)
    }
  })

  test('of one line has no fork and one row', () => {
    const alone = drawn(treeOf([EVENING[0]!]), frame)
    expect(alone).toMatchObject({ height: frame.row, forks: [], chips: [], lines: [] })
    expect(depthOf(treeOf([EVENING[0]!]))).toBe(0)
  })
})
