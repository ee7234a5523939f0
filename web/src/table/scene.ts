import { facesOf } from '../lib/people/people'
import { preferences } from '../lib/preferences.svelte'
import type { TableModule } from './module'
import type { Said } from './moments'
import type { TableInfo, View } from '../lib/protocol'
import type { Scene } from './sentences'
import type { Moment } from './staged'

/** A table as its sentences and its seats need it. `view` is read only when a move is named. */
export function sceneOf(
  table: TableInfo,
  viewer: number | null,
  view: () => View,
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
    viewer,
    faces: facesOf(table, preferences.face),
    people: table.seats,
    clocks: table.clocks,
    levels: table.seats.map(({ bot }) => bot),
    search: table.search,
    said,
    moment,
    lowFirst: module?.lowFirst,
    naming: (move) => module?.naming?.(view(), move) ?? null,
  }
}
