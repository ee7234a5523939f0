import { describe, expect, test } from 'vitest'
import { holdPictures, readPicture, releasePictures } from '../src/rules/pictures'
import { hasWords, queryWords } from '../src/rules/search'
import { TermFinder } from '../src/rules/terms'

const word = (term: string, ...forms: string[]) => ({ term, word: term, meaning: `${term}.`, forms })

describe('pictured cards', () => {
  test('are cards in groups, with marks', () => {
    expect(readPicture('Q♦* 10♦ | K♣! ? | JK 7')).toEqual([
      [
        { card: 'QD', mark: 'takes' },
        { card: 'TD', mark: 'plain' },
      ],
      [
        { card: 'KC', mark: 'refused' },
        { card: '?', mark: 'plain' },
      ],
      [
        { card: 'JK', mark: 'plain' },
        { card: '7', mark: 'plain' },
      ],
    ])
  })

  test.each(['', '1♠', 'Q♠ and 7♥', 'Q♠ |', 'count'])('are not %j, which stays as it is written', (text) => {
    expect(readPicture(text)).toBeNull()
    expect(holdPictures(`{${text}}`).text).toBe(`{${text}}`)
  })

  test('are taken out of a text, where they would be read as Markdown, and put back', () => {
    const { text, pictures } = holdPictures('After {Q♦* 9♦} comes {Q♣*}.')
    expect(text).not.toContain('*')
    expect(releasePictures(text, pictures)).toEqual(['After ', pictures[0], ' comes ', pictures[1], '.'])
  })
})

describe('terms', () => {
  const words = [word('trick', 'trick', 'tricks'), word('call', 'call'), word('called card', 'called card')]

  test('are marked where they come first, as whole words, the longest first', () => {
    const finder = new TermFinder(words, 'en')
    const marked = finder.cut('Tricks: a trick, recalled by the called card, not an anti-call. Call!')
    expect(marked.filter(({ word }) => word).map(({ text }) => text)).toEqual([
      'Tricks',
      'called card',
      'Call',
    ])
    expect(marked.map(({ text }) => text).join('')).toContain(
      'recalled by the called card, not an anti-call.',
    )
    expect(finder.cut('one more trick')).toEqual([{ text: 'one more trick', word: null }])
  })

  test('with a capital are roles, and other words without', () => {
    const marked = new TermFinder([word('Host', 'Host')], 'en').cut('a host and the Host')
    expect(marked.map(({ text }) => text)).toEqual(['a host and the ', 'Host'])
  })

  test('stand anywhere where words have no spaces', () => {
    const marked = new TermFinder([word('trick', '墩')], 'zh-Hans').cut('赢得这一墩')
    expect(marked.at(-1)).toMatchObject({ text: '墩', word: { term: 'trick' } })
  })
})

test('a search asks for every word, in any case', () => {
  expect(hasWords('The Joker takes the trick', queryWords(' joker TRICK '))).toBe(true)
  expect(hasWords('The Joker takes the trick', queryWords('joker widow'))).toBe(false)
  expect(hasWords('anything', queryWords(' '))).toBe(true)
})
