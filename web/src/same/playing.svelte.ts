/** Plays the cards of a round again: makes the table and goes there, or says why not. */

import { ApiError } from '../lib/api'
import { PACE_MS, preferences } from '../lib/preferences.svelte'
import { navigate } from '../lib/route.svelte'
import { asksForPlain } from '../table/opening'
import { playAgain } from './api'
import { problemOf } from './problems'

export class PlayingAgain {
  busy = $state(false)
  problem = $state('')

  async play(round: string, seat: number): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.problem = ''
    try {
      const table = await playAgain(round, seat, PACE_MS[preferences.pace])
      navigate(`/tables/${table.id}${asksForPlain() ? '?table=plain' : ''}`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      this.problem = problemOf(failure).sentence
      this.busy = false
    }
  }
}
