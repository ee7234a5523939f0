import type { LockupView } from '../../lib/protocol'
import { ofTricks, type FrameMaker } from '../frames'

/** The whole trick is shown with the number of all its clubs, the last card included. */
export const frames: FrameMaker = (shown, view, events, pace) => {
  const [first, ...others] = ofTricks(shown, view, events, pace)
  if (others.length === 0) return [first!]
  const clubs = events.findLast(({ kind }) => kind === 'locked')?.count ?? 0
  return [{ ...first!, view: { ...first!.view, clubs } as LockupView }, ...others]
}
