// @vitest-environment jsdom
import * as marked from 'marked'
import { flushSync, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import { speak } from '../../../tests/speak'
import { prefer } from '../../lib/preferences.svelte'
import type { TableSession } from '../session.svelte'
import { dealtUntil } from '../places'
import Panel from './Panel.svelte'

vi.mock('marked', { spy: true })

function beside() {
  const standing = { results: [], scores: [0, 0, 0, 0], round: 1, winners: [], over: false }
  const scene = { game: 'lockup', unit: 'round', players: 4, viewer: 0 }
  const session = $state({ scene, state: { table: { game: 'lockup', target: null }, standing } })
  const props = { session: session as unknown as TableSession, name: 'scores' as const, rule: '' }
  const panel = mount(Panel, {
    target: document.body,
    props: { ...props, running: undefined, refused: null, beside: true },
  })
  return { session, end: () => void unmount(panel) }
}

async function answered(text: string) {
  await speak('lockup')
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('/guide?') ? { essentials: { text } } : []),
  )
}

test('what stands beside a first round is not read anew at each message', async () => {
  await answered('- Beware of clubs.')
  prefer('motion', 'none')
  const { session, end } = beside()
  await vi.waitFor(() => expect(document.body.textContent).toContain('Beware of clubs'))
  const read = vi.mocked(marked.lexer).mock.calls.length
  session.state = { ...session.state, table: { ...session.state.table } }
  flushSync()
  expect(vi.mocked(marked.lexer).mock.calls.length).toBe(read)
  end()
})

test('it comes when no card was dealt for a while', async () => {
  await answered('- Beware of clubs.')
  prefer('motion', 'full')
  vi.useFakeTimers()
  dealtUntil(performance.now() + 5000)
  const { end } = beside()
  await vi.advanceTimersByTimeAsync(6000)
  expect(document.body.textContent).not.toContain('Beware')
  vi.useRealTimers()
  end()
})
