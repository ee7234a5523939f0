import type { View } from '../lib/protocol'
import type { TrickView } from './frames'

/** Whether this is the view of a game of tricks: such a view has the last trick. */
export function hasTricks(view: View): view is TrickView {
  return 'last_trick' in view
}
