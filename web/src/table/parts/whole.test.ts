import { expect, test } from 'vitest'
import { whole } from './whole'

test('a figure and its word stay in one line', () => {
  expect(whole('你用 7♦ 一墩抓到 20 分，是最多的。')).toBe('你用 7♦ 一墩抓到 20\u00a0分，是最多的。')
  expect(whole('You took 20 points.')).toBe('You took 20 points.')
})
