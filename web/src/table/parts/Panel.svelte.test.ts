// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import { speak } from '../../../tests/speak'
import type { TableSession } from '../session.svelte'
import Panel from './Panel.svelte'

test('the rules beside a table are fetched once, and not anew at each message', async () => {
  await speak('lockup')
  const fetched = vi.fn(async () => Response.json({}, { status: 503 }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('CSS', {}) // no highlights in jsdom
  const scene = { game: 'lockup', unit: 'round', players: 4, viewer: 0 }
  const session = $state({ scene, state: { table: { game: 'lockup', target: null } } })
  const props = { session: session as unknown as TableSession, name: 'rules' as const, rule: '' }
  const panel = mount(Panel, {
    target: document.body,
    props: { ...props, running: undefined, refused: null },
  })
  await vi.waitFor(() => expect(document.querySelector('button')).not.toBeNull())
  const calls = fetched.mock.calls.length
  expect(calls).toBeGreaterThan(0)

  session.state = { ...session.state, table: { ...session.state.table } }
  flushSync()
  await Promise.resolve()
  expect(fetched.mock.calls.length).toBe(calls)
  void unmount(panel)
})
