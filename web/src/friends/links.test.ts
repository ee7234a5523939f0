import { afterEach, expect, test, vi } from 'vitest'
import { spokenCode } from './chairs'
import { keyIn, linkAddress, placeForOthers, placeOf } from './links'

test.each([
  ['123 456 789', '123456789'],
  ['123-456-789', '123456789'],
  [' 123456789 ', '123456789'],
  ['https://cards.example/join/Ab3_x', 'Ab3_x'],
  ['Come and play: https://cards.example/join/Ab3_x?from=a', 'Ab3_x'],
  ['１２３４５６７８９', '123456789'],
  ['１２３　４５６　７８９', '123456789'],
  ['１２３－４５６－７８９', '123456789'],
  ['123–456—789', '123456789'],
  ['123.456.789', '123456789'],
  ['123\u00a0456\u202f789', '123456789'],
  ['\u200e123456789\u200e', '123456789'],
  ['「123 456 789」', '123456789'],
  ['١٢٣٤٥٦٧٨٩', '١٢٣٤٥٦٧٨٩'],
  ['ｈｔｔｐｓ：／／cards.example／join／Ab3_x', 'Ab3_x'],
  ['1234567890', null],
  ['一二三四五六七八九', null],
  ['12345678', null],
  ['cards.example', null],
])('%j leads to %j', (typed, key) => {
  expect(keyIn(typed)).toBe(key)
})

test('a code is said in threes', () => {
  expect(spokenCode('123456789')).toBe('123 456 789')
})

afterEach(() => vi.unstubAllGlobals())

const at = (address: string) => {
  const { protocol, hostname, host, port } = new URL(address)
  return { protocol, hostname, host, port }
}

test.each([
  ['http://127.0.0.1:7777', 'only here'],
  ['http://127.1.2.3', 'only here'],
  ['http://localhost:7777', 'only here'],
  ['http://room.localhost', 'only here'],
  ['http://[::1]:7777', 'only here'],
  ['http://0.0.0.0:7777', 'only here'],
  ['http://192.168.1.20:7777', 'network'],
  ['http://10.0.0.5:7777', 'network'],
  ['http://172.20.0.5:7777', 'network'],
  ['http://169.254.3.4:7777', 'network'],
  ['http://[fd00::20]:7777', 'network'],
  ['http://[fe80::1]:7777', 'network'],
  ['http://my-computer.local:7777', 'network'],
  ['https://room.example', 'all'],
  ['https://localhost.example', 'all'],
  ['https://10.example', 'all'],
  ['http://172.40.0.5', 'all'],
  ['http://203.0.113.5:7777', 'all'],
  ['http://[2001:db8::5]:7777', 'all'],
])('%s is for %s', (address, reach) => {
  expect(placeOf(at(address))).toEqual({ origin: address, reach })
})

test.each([
  ['192.168.1.20', 'http://127.0.0.1:7777', 'http://192.168.1.20:7777/join/k?in=ja', 'network'],
  ['fd00::20', 'http://[::1]:7777', 'http://[fd00::20]:7777/join/k?in=ja', 'network'],
  ['203.0.113.5', 'http://localhost', 'http://203.0.113.5/join/k?in=ja', 'all'],
  [null, 'http://127.0.0.1:7777', 'http://127.0.0.1:7777/join/k?in=ja', 'only here'],
])('a server that others reach by %j makes of a link at %s one at %s', async (host, page, link, reach) => {
  vi.stubGlobal('location', at(page))
  vi.stubGlobal('fetch', async () => Response.json({ host }))
  const place = await placeForOthers()
  expect([linkAddress('k', place.origin, 'ja'), place.reach]).toEqual([link, reach])
})

test('a link to cards leads to their page', () => {
  expect(linkAddress('a/b', 'https://room.example', 'ja', 'cards')).toBe(
    'https://room.example/cards/a%2Fb?in=ja',
  )
})

test('a page that others reach as it is asks nobody', async () => {
  vi.stubGlobal('location', at('https://room.example'))
  vi.stubGlobal('fetch', () => expect.unreachable())
  expect((await placeForOthers()).origin).toBe('https://room.example')
})
