import type { View } from '../lib/protocol'

/** Whether this is the view of a game of tricks: such a view has the last trick. */
export function hasTricks(view: View): boolean {
  return 'last_trick' in view
}
