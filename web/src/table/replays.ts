import type { Standing, TableInfo } from '../lib/protocol'

/** When the finished rounds of a table can be looked at again: by now, once the match is over, or never. */
export function replaysOf(
  { settings: { rounds } }: Pick<TableInfo, 'settings'>,
  { over }: Pick<Standing, 'over'>,
): 'now' | 'later' | 'never' {
  if (rounds === 'match_end') return over ? 'now' : 'later'
  return rounds === 'at_once' ? 'now' : 'never'
}
