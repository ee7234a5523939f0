// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { followLinks, navigate, parseRoute, route } from '../src/lib/route.svelte'
import { otherRoute } from '../src/otherRoute'

test.each([
  ['/', '', { page: 'start' }],
  ['/tables/a1b2', '', { page: 'table', id: 'a1b2' }],
  ['/tables/a%20b/', '', { page: 'table', id: 'a b' }],
  ['/join/Ab3_x', '', { page: 'join', key: 'Ab3_x' }],
  ['/rules/lockup', '', { page: 'rules', game: 'lockup', rule: '' }],
  ['/rules/lockup', '#LU-3.1', { page: 'rules', game: 'lockup', rule: 'LU-3.1' }],
  ['/learn/whist', '', { page: 'learn', game: 'whist', lesson: null }],
  ['/learn/whist/pairs', '', { page: 'learn', game: 'whist', lesson: 'pairs' }],
  ['/learn/whist/pairs/1', '', { page: 'missing' }],
  ['/round/a.1', '', { page: 'round', id: 'a.1' }],
  ['/round/a.1/review', '', { page: 'round', id: 'a.1', review: '' }],
  ['/round/a.1/review/12', '', { page: 'round', id: 'a.1', review: '12' }],
  ['/round/a.1/elsewhere', '', { page: 'missing' }],
  ['/tables', '', { page: 'missing' }],
  ['/tables/a/b', '', { page: 'missing' }],
  ['/elsewhere', '', { page: 'missing' }],
  ['/rules/%E0%A4%A', '', { page: 'rules', game: '%E0%A4%A', rule: '' }],
  ['/today', '', { page: 'today', date: null }],
  ['/today/2026-11-27', '', { page: 'today', date: '2026-11-27' }],
  ['/today/2026-11-27/more', '', { page: 'missing' }],
  ['/practice/whist', '', { page: 'practice', game: 'whist', number: 1 }],
  ['/practice/whist', '#12', { page: 'practice', game: 'whist', number: 12 }],
  ['/browsers', '', { page: 'me' }],
  ['/browsers/more', '', { page: 'missing' }],
  ['/browser/Ab3_x', '', { page: 'attach', key: 'Ab3_x' }],
  ['/cards/Ab3_x', '', { page: 'cards', key: 'Ab3_x' }],
  ['/cards', '', { page: 'missing' }],
  ['/events', '', { page: 'events' }],
  ['/events/more', '', { page: 'missing' }],
  ['/event', '', { page: 'missing' }],
  ['/event/new', '', { page: 'new_event' }],
  ['/event/Ab3_x', '', { page: 'event', id: 'Ab3_x', wall: false }],
  ['/event/Ab3_x/board', '', { page: 'event', id: 'Ab3_x', wall: true }],
  ['/event/Ab3_x/board/more', '', { page: 'missing' }],
  ['/event/Ab3_x/more', '', { page: 'missing' }],
  ['/same/b1', '', { page: 'same', board: 'b1' }],
  ['/same/b1/2', '', { page: 'missing' }],
])('%s%s', (path, hash, expected) => {
  const found = parseRoute(path, hash)
  expect(found.page === 'other' ? otherRoute(found.path, found.hash) : found).toEqual(expected)
})

describe('links', () => {
  beforeAll(followLinks)
  beforeEach(() => navigate('/'))

  function click(html: string, init: MouseEventInit = {}): MouseEvent {
    document.body.innerHTML = html
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    document.body.querySelector('a')!.dispatchEvent(event)
    return event
  }

  test('a link of ours changes the page in place', () => {
    expect(click('<a href="/rules/lockup#LU-3.1">LU-3.1</a>').defaultPrevented).toBe(true)
    expect(route()).toEqual({ page: 'rules', game: 'lockup', rule: 'LU-3.1' })
  })

  test.each([
    ['<a href="https://example.org/">elsewhere</a>', {}],
    ['<a href="/tables/a" target="_blank">a tab of its own</a>', {}],
    ['<a href="#main" data-native>the content</a>', {}],
    ['<a href="/tables/a">opened in a tab</a>', { ctrlKey: true }],
  ])('the browser follows %s by itself', (html, init) => {
    const event = click(html, init)
    expect(event.defaultPrevented).toBe(false)
    expect(route()).toEqual({ page: 'start' })
  })

  test('the back button goes back', async () => {
    navigate('/tables/a')
    history.back()
    await new Promise((done) => addEventListener('popstate', done, { once: true }))
    expect(route()).toEqual({ page: 'start' })
  })
})
