/** Goes to a table that is made for the player, or says why there is none. */

import { ApiError } from '../lib/api'
import { PACE_MS, preferences } from '../lib/preferences.svelte'
import type { TableInfo } from '../lib/protocol'
import { navigate } from '../lib/route.svelte'
import { asksForPlain } from './opening'

export class GoingToTable {
  busy = $state(false)
  problem = $state.raw<ApiError>()

  /** `make` is given the pace that the player likes, in ms a move. Asked again meanwhile, it does nothing. */
  async go(make: (pace: number) => Promise<Pick<TableInfo, 'id'>>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.problem = undefined
    try {
      const { id } = await make(PACE_MS[preferences.pace])
      navigate(`/tables/${id}${asksForPlain() ? '?table=plain' : ''}`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      this.problem = failure
    } finally {
      this.busy = false
    }
  }
}
