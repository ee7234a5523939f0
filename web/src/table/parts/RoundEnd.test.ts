// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { beforeAll, expect, test } from 'vitest'
import { speak } from '../../../tests/speak'
import { prefer } from '../../lib/preferences.svelte'
import type { GameSession } from '../gameSession'
import RoundEnd from './RoundEnd.svelte'

beforeAll(() => speak('lockup'))

/** What `read` finds in the result of a viewer who has 11 points in all and lost 2 in this round. */
function fromEnd<Found>(
  over: boolean,
  read: () => Found,
  results: number[][] = [],
  roundWinners = [1, 2],
): Found {
  prefer('motion', 'none')
  const standing = {
    over,
    winners: over ? [0] : [],
    round: 12,
    result: [-2, 1, 1],
    round_winners: roundWinners,
    scores: [11, -4, -7],
    results,
  }
  const faces = [1, 2, 3]
  const scene = { game: 'trump7', unit: 'deal', players: 3, viewer: 0, faces }
  const session = { scene, state: { standing, decided: null, view: { result_lines: [] } } }
  const props = { session: session as unknown as GameSession, onrule: () => {} }
  const end = mount(RoundEnd, { target: document.body, props })
  flushSync()
  const found = read()
  void unmount(end)
  return found
}

/** What stands beside the title. */
const besideTitle = (over: boolean) =>
  fromEnd(over, () => document.querySelector('.mine')!.textContent.replaceAll(/\s+/g, ' ').trim())

test('a round shows what it brought the viewer', () => {
  expect(besideTitle(false)).toBe('You −2')
})

test('the end of a match shows all that the viewer has, so that who has won does not read of a loss', () => {
  expect(besideTitle(true)).toBe('You 11')
})

test('the faces are those of the winners: of the round, and in the end of the match', () => {
  const faces = () => document.querySelectorAll('.faces svg').length
  const glad = () => document.querySelector('.glad') !== null
  expect(fromEnd(false, () => [faces(), glad()])).toEqual([2, false])
  expect(fromEnd(true, () => [faces(), glad()])).toEqual([1, true])
})

test('a round that nobody has won says so', () => {
  expect(fromEnd(false, () => document.querySelector('h2')!.textContent, [], [])).toBe('Nobody scores')
})

test('the lines of a match are told apart, and the row of each player has the mark of theirs', () => {
  const strokes = (selector: string) =>
    [...document.querySelectorAll(selector)].map((line) => line.getAttribute('stroke'))
  const played = [
    [13, -5, -8],
    [-2, 1, 1],
  ]
  const [lines, marks] = fromEnd(true, () => [strokes('polyline'), strokes('tbody path[stroke]')], played)
  expect(new Set(lines).size).toBe(3)
  expect(marks).toEqual(lines)
})
