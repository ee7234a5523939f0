// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { keepTexts } from '../src/lib/texts'

const page = document.createElement('main')
document.body.append(page)
keepTexts(page)

const settled = () => new Promise((done) => setTimeout(done))

beforeEach(() => {
  page.innerHTML = '<p>13 cards <b>left</b> and more</p>'
  return settled()
})

/** The ways in which translators put a `<font>` in a text's place. */
const ways: Record<string, (text: Text, font: HTMLElement) => void> = {
  'takes the text out': (text, font) => text.replaceWith(font),
  'puts the font before it, then takes it out': (text, font) => {
    text.before(font)
    text.remove()
  },
  'wraps the text': (text, font) => {
    text.before(font)
    font.append(text)
  },
  'wraps the text, then puts it back in': (text, font) => {
    const { parentNode, nextSibling } = text
    font.append(text)
    parentNode!.insertBefore(font, nextSibling)
  },
}

test.each(Object.entries(ways))('who %s: the page gets its texts back, the same ones', async (_, replace) => {
  const before = page.innerHTML
  const texts = textsIn(page)
  for (const text of texts) {
    const font = document.createElement('font')
    font.innerHTML = '<font>x</font>'
    replace(text, font)
  }
  await settled()
  expect(page.innerHTML).toBe(before)
  expect(textsIn(page)).toEqual(texts)
  texts[0]!.data = '12 cards '
  expect(page.textContent).toBe('12 cards left and more')
})

test('what the page itself changes stays', async () => {
  page.querySelector('b')!.replaceWith(document.createElement('i'))
  await settled()
  expect(page.innerHTML).toBe('<p>13 cards <i></i> and more</p>')
})

test('a translator that never stops has its way, and the page does not hang', async () => {
  const other = document.createElement('main')
  document.body.append(other)
  other.textContent = '13'
  keepTexts(other)
  const again = vi.fn(() => {
    if (!other.querySelector('font')) other.firstChild?.replaceWith(document.createElement('font'))
  })
  new MutationObserver(again).observe(other, { childList: true })
  again()
  await settled()
  expect(again.mock.calls.length).toBeLessThan(100)
  expect(other.innerHTML).toBe('<font></font>')
})

function textsIn(node: Node): Text[] {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}
