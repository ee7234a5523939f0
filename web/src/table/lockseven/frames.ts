import type { View } from '../../lib/protocol'
import { newest, ofTricks, type FrameMaker } from '../frames'

/** A card dealt does not stay, as the next one is there at once; a throw that failed is seen with its trick. */
export const frames: FrameMaker = (shown, view, events) => {
  if (view.phase === 'deal') return newest(shown, view, events)
  const [first, ...others] = ofTricks(shown, view, events)
  const thrown = events.find(({ kind }) => kind === 'throw_failed')?.cards
  if (!thrown || others.length === 0) return [first!, ...others]
  return [{ ...first!, view: { ...first!.view, thrown } as View }, ...others]
}
