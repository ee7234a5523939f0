import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { contentOf, textOfFile } from './files'

const one = { game: 'lockup', rules: 1, players: 2, moves: [['0', 'AS']], result: [1, -1] }
const two = { ...one, result: [0, 2] }
const line = JSON.stringify(one)
const others = JSON.stringify(two)
const report = { id: 'x', game: 'lockup', words: 'Why?', events: [], record: one }

describe('a file', () => {
  test.each<[string, string, number, number, string | null]>([
    ['one record', line, 1, 0, null],
    ['one record and a line break', `${line}\n`, 1, 0, null],
    ['a mark of its byte order', `\ufeff${line}\n`, 1, 0, null],
    ['line breaks of Windows', `${line}\r\n${others}\r\n`, 2, 0, null],
    ['line breaks of old Macs', `${line}\r${others}`, 2, 0, null],
    ['empty lines', `\n\n${line}\n  \n${others}\n`, 2, 0, null],
    ['lines that are something else', `# played on Friday\n${line}\n{}\n`, 1, 2, null],
    ['a record that is cut off after a whole one', `${line}\n${others.slice(0, 40)}`, 1, 1, null],
    ['a record over several lines', JSON.stringify(one, null, 2), 1, 0, null],
    ['a list of records', JSON.stringify([one, two]), 2, 0, null],
    ['a list over several lines', JSON.stringify([one, two], null, 1), 2, 0, null],
    ['a report', JSON.stringify(report, null, 2), 1, 0, null],
    ['a report of a round in play', JSON.stringify({ ...report, record: null }), 0, 1, 'foreign'],
    ['nothing', '', 0, 0, 'empty'],
    ['blanks alone', ' \r\n\t\n', 0, 0, 'empty'],
    ['a record that is cut off', line.slice(0, 40), 0, 1, 'cut'],
    ['a text', 'Dear host,\nthis is no record.', 0, 2, 'foreign'],
    ['other JSON', '{"game": 3, "moves": []}', 0, 1, 'foreign'],
    ['numbers', '1\n2\n', 0, 2, 'foreign'],
    ['null', 'null', 0, 1, 'foreign'],
    ['a page', '<!doctype html><html></html>', 0, 1, 'foreign'],
    ['a picture', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 0, 'binary'],
    ['UTF-16', [...line].join('\0'), 0, 0, 'binary'],
    ['five megabytes of one line', 'x'.repeat(5e6), 0, 1, 'foreign'],
    ['five megabytes of nothing', '\0'.repeat(5e6), 0, 0, 'binary'],
  ])('with %s', (_, text, records, lines, fault) => {
    const found = contentOf(text)
    expect([found.records.length, found.others, found.fault]).toEqual([records, lines, fault])
  })
})

test('a record is sent without what it was chosen from, and says what it brought', () => {
  const { records } = contentOf(JSON.stringify({ ...one, legal: [['AS', '2S']], more: 1 }))
  expect(JSON.parse(records[0]!.record)).toEqual({ ...one, more: 1 })
  expect(records[0]!.result).toEqual([1, -1])
  expect(contentOf(JSON.stringify({ ...one, result: ['x', null] })).records[0]!.result).toEqual([])
})

test('a compressed file is read as what it holds', async () => {
  expect(await textOfFile(new Blob([gzipSync(`${line}\n`)]))).toBe(`${line}\n`)
  expect(await textOfFile(new Blob([line]))).toBe(line)
  await expect(textOfFile(new Blob([new Uint8Array([0x1f, 0x8b, 1, 2, 3])]))).rejects.toThrow()
})

test('what begins with a zero is no text in UTF-16 by that alone', async () => {
  const text = await textOfFile(new Blob([Uint8Array.from({ length: 512 }, (_, i) => i)]))
  expect(contentOf(text).fault).toBe('binary')
})

describe('what the program reads, this page reads too:', () => {
  const folder = '../tests/core/files'
  const expected: Record<string, number | null> = JSON.parse(readFileSync(`${folder}/records.json`, 'utf8'))

  test.each(Object.entries(expected))('%s, in which are %s', async (name, count) => {
    const text = await textOfFile(new Blob([readFileSync(`${folder}/${name}`)])).catch(() => '')
    const { records, fault } = contentOf(text)
    expect(records.length).toBe(count ?? 0)
    expect(fault === null).toBe(!!count)
  })
})
