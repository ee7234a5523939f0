// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import { moved } from '../../../tests/events'
import { prefer } from '../../lib/preferences.svelte'
import type { SevenBridgeView } from '../../lib/protocol'
import { spot } from '../cardFlights'
import Melds from './Melds.svelte'

/** A view in which these melds lie, all of seat 1. */
const lying = (...melds: string[]) =>
  ({
    seat: 0,
    table: melds.map((cards) => ({ seat: 1, cards: cards.split(' ') })),
    ends: melds.map(() => ({ low: [], high: [] })),
  }) as unknown as SevenBridgeView

test('a meld that is claimed comes from the pile and its player, and those that lie there stay', () => {
  prefer('motion', 'full')
  const animate = (Element.prototype.animate = vi.fn(() => ({ cancel: vi.fn() }) as unknown as Animation))
  for (const name of ['pile', 'seat:1']) spot(name)(document.createElement('i'))
  const props = $state({
    view: lying('7C 7D 7S'),
    events: [moved(2, 'discard TH')],
    seating: { players: 3, viewer: 0 },
    ways: [],
    card: null,
    onlay: () => undefined,
    onmeld: () => undefined,
  })
  const melds = mount(Melds, { target: document.body, props })
  flushSync()
  expect(animate).not.toHaveBeenCalled()
  props.events = [...props.events, moved(1, 'pon TC TD')]
  props.view = lying('7C 7D 7S', 'TH TC TD')
  flushSync()
  const travelled = animate.mock.calls as unknown as [Keyframe[]][]
  expect(travelled.filter(([frames]) => frames[0]?.translate)).toHaveLength(3)
  void unmount(melds)
})
