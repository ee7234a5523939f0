// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage, t } from '../src/lib/i18n/index.svelte'
import { Copying } from '../src/lib/ui/copying.svelte'

const refuse = (name: string) => vi.fn(() => Promise.reject(new DOMException('no', name)))

let field: HTMLInputElement

beforeEach(async () => {
  await setLanguage('en')
  field = document.createElement('input')
  field.value = 'a link'
  document.body.append(field)
  document.execCommand = () => false
})

afterEach(() => {
  field.remove()
  vi.unstubAllGlobals()
})

/** A browser that takes what is copied and shared in these ways. */
function browser(writeText: () => Promise<void>, share = writeText): void {
  vi.stubGlobal('navigator', { clipboard: { writeText }, share })
}

test('what the clipboard takes is done', async () => {
  browser(() => Promise.resolve())
  const copying = new Copying()
  await copying.copy('a link', field)
  expect([copying.done, copying.problem]).toEqual([true, ''])
})

test('where the clipboard is refused the old way does it', async () => {
  browser(refuse('NotAllowedError'))
  document.execCommand = () => true
  const copying = new Copying()
  await copying.copy('a link', field)
  expect([copying.done, copying.problem]).toEqual([true, ''])
})

test('where both are refused it is said, and the text is selected', async () => {
  browser(refuse('NotAllowedError'))
  const copying = new Copying()
  await copying.copy('a link', field)
  expect([copying.done, copying.problem]).toEqual([false, t('copy.refused')])
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  expect(document.activeElement).toBe(field)
})

test('a page without https has no clipboard, and says so', async () => {
  vi.stubGlobal('navigator', {})
  const copying = new Copying()
  await copying.copy('a link', undefined)
  expect([copying.done, copying.problem]).toEqual([false, t('copy.refused')])
})

test('what was refused once is not said any more once it was copied', async () => {
  browser(refuse('NotAllowedError'))
  const copying = new Copying()
  await copying.copy('a link', field)
  browser(() => Promise.resolve())
  await copying.copy('a link', field)
  expect([copying.done, copying.problem]).toEqual([true, ''])
})

test.each([
  ['AbortError', ''],
  ['NotAllowedError', 'copy.refused'],
  ['DataError', 'copy.refused'],
  ['InvalidStateError', 'copy.refused'],
] as const)('a share that ends with %s says "%s"', async (name, key) => {
  browser(() => Promise.resolve(), refuse(name))
  const copying = new Copying()
  await copying.share({ url: 'a link' })
  expect(copying.problem).toBe(key && t(key))
})
