// @vitest-environment jsdom

import { flushSync } from 'svelte'
import { beforeEach, expect, test } from 'vitest'
import { setLanguage, t, withMessages } from '../src/lib/i18n/index.svelte'

beforeEach(() => setLanguage('en'))

/** How often a sentence has been formatted, after all effects of a change have run. */
async function timesSaid(change: () => Promise<unknown>): Promise<number> {
  let times = 0
  const end = $effect.root(() => {
    $effect(() => {
      t('app.home')
      times++
    })
  })
  flushSync()
  await change()
  flushSync()
  end()
  return times
}

test('a folder of messages that comes later has nothing said again', async () => {
  expect(await timesSaid(() => withMessages('lessons', Promise.resolve()))).toBe(1)
  expect(t('learn.title')).not.toBe('learn.title')
})

test('a folder is there in a language that is chosen while it comes', async () => {
  const folder = withMessages('settings', Promise.resolve())
  await Promise.all([folder, setLanguage('ja')])
  expect(t('settings.theme')).toBe('外観')
})
