// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { paceIn, prefer, setKnown } from '../src/lib/preferences.svelte'

test('bots are calm until a first round of a game was played, or a pace was chosen', () => {
  expect(paceIn('lockseven')).toBe('calm')
  setKnown('lockseven')
  expect([paceIn('lockseven'), paceIn('lockup')]).toEqual(['human', 'calm'])
  expect(localStorage.getItem('sevenfold.known')).toContain('lockseven')
  for (const pace of ['none', 'quick', 'human', 'calm'] as const) {
    prefer('pace', pace)
    expect(paceIn('lockup')).toBe(pace)
  }
})
