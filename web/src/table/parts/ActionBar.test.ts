// @vitest-environment jsdom
import { mount, unmount } from 'svelte'
import { beforeAll, expect, test } from 'vitest'
import { speak } from '../../../tests/speak'
import { SUITS, suitText } from '../../lib/cards/names'
import type { GameSession } from '../gameSession'
import ActionBar from './ActionBar.svelte'

beforeAll(() => speak('trump7'))

test('suits that cannot be named yet keep their places beside what is going on', () => {
  const state = { table: {}, standing: { result: null }, view: { seat: 0 }, hint: null, refusal: null }
  const session = {
    state,
    overridingActions: null,
    chosen: [],
    kept: null,
    canAct: false,
  } as unknown as GameSession
  const actions = SUITS.map((suit) => ({ label: suitText(suit), suit, off: true, run: () => {} }))
  const bar = mount(ActionBar, { target: document.body, props: { session, actions, prompt: 'Mei bids' } })
  expect(document.querySelectorAll('.suits button:disabled')).toHaveLength(SUITS.length)
  expect(document.querySelector('p')!.textContent).toBe('Mei bids')
  void unmount(bar)
})
