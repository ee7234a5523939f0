// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { beforeAll, expect, test } from 'vitest'
import { speak } from '../../../tests/speak'
import { prefer } from '../../lib/preferences.svelte'
import type { TableSession } from '../session.svelte'
import RoundEnd from './RoundEnd.svelte'

beforeAll(() => speak('lockup'))

/** What stands beside the title, where the viewer has won 11 points in all and lost 2 of them in this round. */
function besideTitle(over: boolean): string {
  prefer('motion', 'none')
  const standing = {
    over,
    winners: over ? [0] : [],
    round: 12,
    result: [-2, 1, 1],
    scores: [11, -4, -7],
    results: [],
  }
  const scene = { game: 'trump7', unit: 'deal', players: 3, viewer: 0 }
  const session = { scene, state: { standing, decided: null, view: { result_lines: [] } } }
  const props = { session: session as unknown as TableSession, onrule: () => {} }
  const end = mount(RoundEnd, { target: document.body, props })
  flushSync()
  const said = document.querySelector('.mine')!.textContent.replaceAll(/\s+/g, ' ').trim()
  void unmount(end)
  return said
}

test('a round shows what it brought the viewer', () => {
  expect(besideTitle(false)).toBe('You −2')
})

test('the end of a match shows all that the viewer has, so that who has won does not read of a loss', () => {
  expect(besideTitle(true)).toBe('You 11')
})
