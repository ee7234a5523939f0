import { mount } from 'svelte'
import type { HostNotice } from '../lib/protocol'
import NoticeBar from './NoticeBar.svelte'

let told = $state.raw<HostNotice>()
let mounted = false

/** Show it beside whichever page there is, in the place of what was told before. */
export function showBar(now: HostNotice): void {
  told = now
  if (!mounted) mount(NoticeBar, { target: document.body, props: { notice: () => told } })
  mounted = true
}
