// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { beforeAll, expect, test, vi } from 'vitest'
import { speak } from '../../../tests/speak'
import { withMessages } from '../../lib/i18n/index.svelte'
import { prefer } from '../../lib/preferences.svelte'
import type { GameSession } from '../gameSession'
import RoundEnd from './RoundEnd.svelte'

beforeAll(async () => {
  await withMessages('result', Promise.resolve())
  await speak('lockup')
})

/** What `read` finds in the result of a viewer who has 11 points in all and lost 2 in this round. */
function fromEnd<Found>(
  over: boolean,
  read: () => Found,
  results: number[][] = [],
  { roundWinners = [1, 2], scores = [11, -4, -7], sides = [] as number[][] } = {},
): Found {
  prefer('motion', 'none')
  const standing = {
    over,
    winners: over ? [0] : [],
    round: 12,
    result: [-2, 1, 1],
    round_winners: roundWinners,
    scores,
    results,
  }
  const faces = ['fox', 'owl', 'bear']
  const scene = { game: 'trump7', unit: 'deal', players: 3, viewer: 0, faces }
  const view = {
    seat: 0,
    phase: 'over',
    result_lines: [],
  }
  const table = {
    unit: 'deal',
    target: null,
    rematch: null,
    board: null,
    going_on: null,
    seats: [],
    settings: { rounds: 'never' },
  }
  const state = { standing, decided: null, tips: [], view, table }
  const nextRound = vi.fn()
  const session = {
    scene,
    state,
    shown: view,
    overridingActions: null,
    measure: null,
    heading: null,
    around: null,
    nextRound,
  } as unknown as GameSession
  const props = { session, sides }
  const end = mount(RoundEnd, { target: document.body, props })
  flushSync()
  const found = read()
  void unmount(end)
  return found
}

/** The number that is shown, as it is read out. */
const figure = (over: boolean) => fromEnd(over, () => document.querySelector('.figure .unseen')!.textContent)

test('a round shows what it brought the viewer', () => {
  expect(figure(false)).toBe('−2')
})

test('the end of a match shows all that the viewer has, so that who has won does not read of a loss', () => {
  expect(figure(true)).toBe('11')
})

test('the faces are those of the winners: of the round, and in the end of the match', () => {
  const faces = () => document.querySelectorAll('.faces svg').length
  const glad = () => document.querySelector('.glad') !== null
  expect(fromEnd(false, () => [faces(), glad()])).toEqual([2, false])
  expect(fromEnd(true, () => [faces(), glad()])).toEqual([1, true])
})

test('a round that nobody has won says so', () => {
  expect(fromEnd(false, () => document.querySelector('h2')!.textContent, [], { roundWinners: [] })).toBe(
    'Nobody scores',
  )
})

test('the lines of a match are told apart, and the row of each player has the mark of theirs', () => {
  const strokes = (selector: string) =>
    [...document.querySelectorAll(selector)].map((line) => line.getAttribute('stroke'))
  const played = [
    [13, -5, -8],
    [-2, 1, 1],
  ]
  const [lines, marks] = fromEnd(true, () => [strokes('polyline'), strokes('.seats path[stroke]')], played)
  expect(new Set(lines).size).toBe(3)
  expect(marks).toEqual(lines)
})

test('partners who have the same are told as one side, and others each for themselves', () => {
  const named = () => [...document.querySelectorAll('.seats .name')].map((name) => name.textContent)
  const sides = [[0], [1, 2]]
  const scores = [8, -4, -4]
  expect(fromEnd(false, named, [], { sides, scores })).toEqual(['You', 'Haru, Oskar'])
  expect(fromEnd(false, named, [], { sides })).toEqual(['You', 'Haru', 'Oskar'])
  expect(fromEnd(false, named, [], { scores })).toEqual(['You', 'Haru', 'Oskar'])
})

test('the result takes the focus from the table, and from nothing else', () => {
  const focused = () => document.activeElement?.getAttribute('aria-label')
  expect(fromEnd(false, focused)).toBe('Haru and Oskar win the deal, −2')
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  expect(fromEnd(false, () => document.activeElement)).toBe(field)
  field.remove()
})

test('the buttons that lead on are part of the result', () => {
  const labels = () =>
    [...document.querySelectorAll('.end .ways button')].map((button) => button.textContent.trim())
  expect(fromEnd(false, labels)).toEqual(['Next deal'])
  expect(fromEnd(true, labels)).toEqual(['Rematch'])
})
