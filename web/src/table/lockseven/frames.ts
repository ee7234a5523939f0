import type { View } from '../../lib/protocol'
import { newest, ofTricks, type FrameMaker } from '../frames'

/** In the deal no picture is held, as the next card comes at once. A failed throw is shown with its trick. */
export const frames: FrameMaker = (shown, view, events) => {
  if (view.phase === 'deal') return newest(shown, view, events)
  const [first, ...others] = ofTricks(shown, view, events)
  const failed = ['throw_failed', 'throw_taken_back']
  const thrown = events.find(({ kind }) => failed.includes(kind))?.cards
  if (!thrown || others.length === 0) return [first!, ...others]
  return [{ ...first!, view: { ...first!.view, thrown } as View }, ...others]
}
