import { expect, test } from 'vitest'
import { pageOfLink, wantedPage } from './ways'

const HERE = 'https://room.example'

test('the door leads on to where somebody wanted to go', () => {
  expect(wantedPage('?to=%2Ftables%2Fabc%3Fx%3D1', HERE)).toBe('/tables/abc?x=1')
  expect(wantedPage('', HERE)).toBe('/')
})

test.each([
  'https://other.example/',
  '//other.example/x',
  '/\\other.example',
  'javascript:alert(1)',
  '/door?to=%2F',
])('the door leads to no other site, and not to itself: %s', (to) =>
  expect(wantedPage(`?to=${encodeURIComponent(to)}`, HERE)).toBe('/'),
)

test('a code is taken as it is said, and a link as it was sent', () => {
  expect(pageOfLink(' 123 456 789 ', HERE)).toBe('/join/123456789')
  expect(pageOfLink('１２３４５６７８９', HERE)).toBe('/join/123456789')
  expect(pageOfLink(`${HERE}/in/AbCdEfGhIjKlMnOpQr?in=ja`, HERE)).toBe('/in/AbCdEfGhIjKlMnOpQr?in=ja')
  expect(pageOfLink('AbCdEfGhIjKlMnOp-_', HERE)).toBe('/in/AbCdEfGhIjKlMnOp-_')
})

test.each(['', '12', 'https://other.example/in/AbCdEfGhIjKlMnOpQr', HERE])('%s leads nowhere', (typed) =>
  expect(pageOfLink(typed, HERE)).toBe(null),
)
