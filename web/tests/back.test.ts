// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { followLinks, navigate } from '../src/lib/route.svelte'
import { closeOnBack } from '../src/lib/ui/back'

followLinks()
window.scrollTo = () => undefined
const settled = () => new Promise((done) => setTimeout(done, 30))

async function goBack(): Promise<void> {
  history.back()
  await settled()
}

afterEach(async () => {
  await settled()
  navigate('/')
})

test('the way back closes what is open, the newest first, and then leaves the page', async () => {
  navigate('/tables/a')
  const closes = [vi.fn(), vi.fn()]
  const closed = closes.map((close) => closeOnBack(close))
  await goBack()
  expect(closes.map((close) => close.mock.calls.length)).toEqual([0, 1])
  closed[1]!()
  await settled()
  await goBack()
  expect(closes[0]).toHaveBeenCalledOnce()
  closed[0]!()
  await settled()
  expect(location.pathname).toBe('/tables/a')
  await goBack()
  expect(location.pathname).toBe('/')
})

test('what was closed otherwise leaves no entry behind', async () => {
  navigate('/tables/a')
  closeOnBack(vi.fn())()
  await settled()
  await goBack()
  expect(location.pathname).toBe('/')
})

test('one sheet may follow on another', async () => {
  navigate('/tables/a')
  const second = vi.fn()
  closeOnBack(vi.fn())()
  const closed = closeOnBack(second)
  await settled()
  expect(second).not.toHaveBeenCalled()
  await goBack()
  expect(second).toHaveBeenCalledOnce()
  closed()
  expect(location.pathname).toBe('/tables/a')
})

test('a link in a sheet leaves the page before it one step away', async () => {
  navigate('/tables/a')
  const closed = closeOnBack(vi.fn())
  navigate('/rules/lockup')
  closed()
  await settled()
  await goBack()
  expect(location.pathname).toBe('/tables/a')
})
