import { facesOf } from '../lib/people/people'
import { preferences } from '../lib/preferences.svelte'
import type { TableModule } from './module'
import type { Said } from './moments'
import type { Scene } from './sentences'
import type { Moment } from './staged'
import type { TableState } from './state'

/** A table as its sentences and its people need it. */
export function sceneOf(
  { table, view }: TableState,
  module: TableModule | null,
  said: Said | null,
  moment: Moment | null,
): Scene {
  return {
    game: table.game,
    unit: table.unit,
    bestTotal: table.best_total,
    players: table.players,
    toRight: table.to_right,
    viewer: view.seat,
    faces: facesOf(table, preferences.face),
    people: table.seats,
    clocks: table.clocks,
    levels: table.seats.map(({ bot }) => bot),
    search: table.search,
    said,
    moment,
    lowFirst: module?.lowFirst,
    naming: (move) => module?.naming?.(view, move) ?? null,
  }
}
