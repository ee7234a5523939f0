// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { beforeAll, expect, test } from 'vitest'
import { speak } from '../../../tests/speak'
import { withMessages } from '../../lib/i18n/index.svelte'
import Counter from './Counter.svelte'

beforeAll(async () => {
  await speak('lockup')
  await withMessages('rules', Promise.resolve())
})

const counted = { kinds: ['RJ', 'BJ', 'AS', '7S', 'AD', '7D'], copies: 2, gone: ['RJ', 'AS', 'AS', '7D'] }

test('each card stands in the row of its suit and the column of its rank, with how many are left', async () => {
  const shown = mount(Counter, { target: document.body, props: counted })
  flushSync()
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('[aria-label]')].map((part) => part.getAttribute('aria-label')),
  )
  expect([...document.querySelectorAll('thead th')].map((th) => th.textContent)).toEqual(['A', '7'])
  expect(rows).toEqual([
    ['spades', 'gone', '2 left'],
    ['diamonds', '2 left', '1 left'],
  ])
  expect([...document.querySelectorAll('li')].map((li) => li.textContent.trim())).toEqual([
    'red joker',
    'black joker',
  ])
  expect(document.querySelectorAll('i')).toHaveLength(12)
  expect(document.querySelectorAll('i.left')).toHaveLength(8)
  expect(document.body.textContent).toContain('4 of 12 cards are gone.')
  await unmount(shown)
})
