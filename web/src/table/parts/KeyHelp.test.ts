// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { expect, test } from 'vitest'
import { commandFor } from '../keys'
import KeyHelp from './KeyHelp.svelte'

const KEYS = 'abcdefghijklmnopqrstuvwxyz0?'.split('')

test('every letter that does something at the table is listed, and no other', async () => {
  const help = mount(KeyHelp, { target: document.body, props: { game: 'lockup' } })
  flushSync()
  const listed = [...document.querySelectorAll('kbd')].flatMap(({ textContent }) =>
    textContent.split(/[ ·]+/),
  )
  const held = { ctrlKey: false, altKey: false, metaKey: false, timeStamp: 0 }
  const working = KEYS.filter((key) => commandFor({ key, ...held }, true) !== null)
  expect(
    listed
      .filter((key) => KEYS.includes(key.toLowerCase()) && key.length === 1)
      .map((key) => key.toLowerCase())
      .toSorted(),
  ).toEqual(working.toSorted())
  await unmount(help)
})
