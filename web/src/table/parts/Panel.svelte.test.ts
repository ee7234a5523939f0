// @vitest-environment jsdom
import * as marked from 'marked'
import { flushSync, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import { speak } from '../../../tests/speak'
import type { TableSession } from '../session.svelte'
import Panel from './Panel.svelte'

vi.mock('marked', { spy: true })

/** For parts that are loaded on demand: on a busy machine that can take more than Vitest's usual second. */
const LOADING = { timeout: 60_000 }

function beside() {
  const standing = { results: [], scores: [0, 0, 0, 0], round: 1, winners: [], over: false }
  const scene = { game: 'lockup', unit: 'round', players: 4, viewer: 0 }
  const session = $state({
    scene,
    state: {
      table: { game: 'lockup', target: null, settings: { rounds: 'at_once' } },
      standing,
      events: [],
      marks: [],
    },
  })
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

test('the essentials beside a first round are read once they are opened, and not anew at each message', async () => {
  await answered('- Beware of clubs.')
  const { session, end } = beside()
  await vi.waitFor(() => expect(document.querySelector('details')).not.toBeNull(), LOADING)
  const details = document.querySelector('details')!
  expect(marked.lexer).not.toHaveBeenCalled()
  details.open = true
  await vi.waitFor(() => expect(document.body.textContent).toContain('Beware of clubs'), LOADING)
  const read = vi.mocked(marked.lexer).mock.calls.length
  session.state = { ...session.state, table: { ...session.state.table } }
  flushSync()
  expect(vi.mocked(marked.lexer).mock.calls.length).toBe(read)
  end()
})
