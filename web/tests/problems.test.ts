// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setLanguage } from '../src/lib/i18n/index.svelte'
import { LANGUAGES } from '../src/lib/i18n/languages'
import { problemText } from '../src/lib/problems'
import { messageProblem } from '../src/table/problems'
import { speak } from './speak'

test.each(LANGUAGES)('what was refused is said in words, never by its code, in %s', async (language) => {
  await speak('lockup')
  await setLanguage(language)
  for (const code of ['at_board', 'seats_free', 'malformed', 'never_heard_of']) {
    expect(problemText({ code, values: {} })).not.toContain(code)
    expect(messageProblem('round', { code, values: {} })).not.toContain(code)
  }
})
