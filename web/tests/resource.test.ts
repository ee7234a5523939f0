import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../src/lib/api'
import { Resource } from '../src/lib/resource.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what cannot be reached is tried again until it is there', async () => {
  const fetch = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError('unreachable'))
    .mockRejectedValueOnce(new ApiError('unreachable'))
    .mockResolvedValue('here')
  const resource = new Resource(fetch)
  resource.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(resource.problem?.code).toBe('unreachable')
  await vi.advanceTimersByTimeAsync(3000)
  expect(resource.value).toBe('here')
  expect(resource.problem).toBeUndefined()
})

test('a refusal is not asked again by itself', async () => {
  const fetch = vi.fn(() => Promise.reject(new ApiError('game_unknown')))
  const resource = new Resource(fetch)
  resource.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(resource.problem?.code).toBe('game_unknown')
  expect(fetch).toHaveBeenCalledOnce()
})

test('a page that is left asks no more', async () => {
  const fetch = vi.fn(() => Promise.reject(new ApiError('unreachable')))
  new Resource(fetch).start()()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).toHaveBeenCalledOnce()
})

test('where too much came at once it waits as long as the server says, and goes on by itself', async () => {
  const fetch = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError('too_many', { what: 'sessions', seconds: '30' }))
    .mockResolvedValue('here')
  const resource = new Resource(fetch)
  resource.start()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(resource.problem?.code).toBe('too_many')
  expect(fetch).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(resource.value).toBe('here')
})
