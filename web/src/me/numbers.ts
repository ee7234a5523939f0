/** How means beside Medium are written and drawn. */
import { language } from '../lib/i18n/index.svelte'
import type { OwnGame } from '../lib/protocol'

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** How far an interval reaches, to a tenth. */
export const reachText = (value: number): string => new Intl.NumberFormat(language(), TENTHS).format(value)

/** Where a mean and its interval lie on a line, in per cent. Medium is in its middle, and all of it is seen. */
export function band({ mean, reach }: NonNullable<OwnGame['ahead']>): {
  from: number
  mean: number
  to: number
} {
  const most = Math.abs(mean) + reach || 1
  const at = (value: number) => 50 + (44 * value) / most
  return { from: at(mean - reach), mean: at(mean), to: at(mean + reach) }
}
