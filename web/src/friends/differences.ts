import { gt, hasGameText, number } from '../lib/i18n/index.svelte'
import type { GameInfo, Preset } from '../lib/protocol'
import type { OptionValues } from '../start/options'

/** An option whose value differs from the preset's. */
export interface Difference {
  option: string
  value: string | number
  usual: string | number
}

/** The preset nearest to these values, the first of several as near, with the options that differ from it. */
export function nearestPreset(
  { presets }: Pick<GameInfo, 'presets'>,
  values: OptionValues,
): { preset: Preset; differences: Difference[] } | null {
  const near = presets.map((preset) => ({ preset, differences: differencesFrom(preset, values) }))
  return near.reduce<(typeof near)[number] | null>(
    (best, next) => (best && best.differences.length <= next.differences.length ? best : next),
    null,
  )
}

function differencesFrom({ options }: Preset, values: OptionValues): Difference[] {
  return Object.entries(options)
    .filter(([option, usual]) => option in values && values[option] !== usual)
    .map(([option, usual]) => ({ option, value: values[option]!, usual }))
}

/** What a value of an option is called. */
export function valueText(game: string, option: string, value: string | number): string {
  const key = `option.${option}.${value}`
  if (hasGameText(game, key)) return gt(game, key)
  return typeof value === 'number' ? number(value) : value
}
