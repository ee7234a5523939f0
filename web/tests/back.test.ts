// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from '../src/lib/route.svelte'
import { closeOnBack, liesOver } from '../src/lib/ui/back'

const popped = () => new Promise((done) => addEventListener('popstate', done, { once: true }))
const turn = () => new Promise((done) => setTimeout(done))
/** Timers without a delay run in the order in which they were set, and nothing here takes ten of them in a row. */
const settled = async () => {
  for (let turns = 0; turns < 10; turns++) await turn()
}

beforeEach(() => history.replaceState(null, '', '/tables/a'))
afterEach(settled)

test('Back closes what lies over a page, and the page stays', async () => {
  const close = vi.fn()
  closeOnBack(close)
  history.back()
  await popped()
  expect(close).toHaveBeenCalledOnce()
  expect([location.pathname, history.state]).toEqual(['/tables/a', null])
})

test('what is closed by its own button leaves nothing for Back to close', async () => {
  const gone = closeOnBack(vi.fn())
  gone()
  await popped()
  expect([location.pathname, history.state]).toEqual(['/tables/a', null])
})

test('one that opens another in its place is one step', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const gone = closeOnBack(first)
  gone()
  closeOnBack(second)
  await settled()
  history.back()
  await popped()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
})

test('a page that is opened while one is on its way out is not lost', async () => {
  closeOnBack(vi.fn())()
  await turn()
  navigate('/rules/trump7')
  await settled()
  expect(location.pathname).toBe('/rules/trump7')
})

test('a page that is opened from it takes its place', async () => {
  const gone = closeOnBack(vi.fn())
  navigate('/rules/lockup')
  gone()
  await settled()
  expect(location.pathname).toBe('/rules/lockup')
  history.back()
  await popped()
  expect(location.pathname).not.toBe('/rules/lockup')
})

test('what opens while the entry is on its way out stays open', async () => {
  closeOnBack(vi.fn())()
  await turn() // the page has gone back, and the browser has not done it yet
  const close = vi.fn()
  const gone = closeOnBack(close)
  await settled()
  expect(close).not.toHaveBeenCalled()
  expect(liesOver()).toBe(true)
  gone()
  await settled()
})
