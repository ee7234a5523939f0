// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'

test('bots are calm until a first round of a game was played, or a pace was chosen', async () => {
  localStorage.clear() // the tests of other files choose paces, too
  vi.resetModules()
  const { paceIn, prefer, setKnown } = await import('../src/lib/preferences.svelte')
  expect(paceIn('lockseven')).toBe('calm')
  setKnown('lockseven')
  expect([paceIn('lockseven'), paceIn('lockup')]).toEqual(['human', 'calm'])
  expect(localStorage.getItem('sevenfold.known')).toContain('lockseven')
  for (const pace of ['none', 'quick', 'human', 'calm'] as const) {
    prefer('pace', pace)
    expect(paceIn('lockup')).toBe(pace)
  }
})
