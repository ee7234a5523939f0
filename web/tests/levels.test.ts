// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../src/lib/i18n/index.svelte'
import { botChoices, levelHelp, levelName, searches } from '../src/lib/levels'

beforeEach(() => setLanguage('en'))

test('players that the host has installed stand behind the levels, by their names', () => {
  expect(botChoices(['learnt'])).toEqual([
    { value: 'easy', label: 'Easy' },
    { value: 'medium', label: 'Medium' },
    { value: 'hard', label: 'Hard' },
    { value: 'expert', label: 'Expert' },
    { value: 'learnt', label: 'learnt' },
  ])
  expect(levelName('learnt')).toBe('learnt')
  expect(levelHelp('learnt')).toMatch(/added to this server/)
  expect(searches('learnt')).toBe(false)
})
