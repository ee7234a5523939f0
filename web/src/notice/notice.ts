import { ask } from '../lib/api'
import { keepFresh } from '../lib/fresh'
import { withMessages } from '../lib/i18n/index.svelte'
import type { HostNotice } from '../lib/protocol'

/** How often a page without a socket asks what the host tells everybody, in ms. */
const ASKED_EVERY = 60_000

/** Show what the host tells everybody; where nothing is told, and nothing was, nothing is loaded. */
export async function show(notice: HostNotice): Promise<void> {
  const { showBar } = await withMessages('settings', import('./bar.svelte'))
  showBar(notice)
}

/** Ask what the host tells everybody, and again now and then. Returns a function that stops this. */
export function keepAsking(): () => void {
  let asked = -ASKED_EVERY
  let told = false
  const load = async () => {
    asked = performance.now()
    const notice = await ask<HostNotice>('/notice').catch(({ code }) => {
      if (code === 'blocked') location.reload() // the server's own page says why, and until when
      return null
    })
    if (notice && (told || notice.said || notice.closing)) await show(notice)
    told ||= Boolean(notice?.said ?? notice?.closing)
  }
  void load()
  return keepFresh(load, () => performance.now() - asked >= ASKED_EVERY)
}
