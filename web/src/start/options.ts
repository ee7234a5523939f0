import type { GameInfo, OptionSpec, Preset } from '../lib/protocol'

export type OptionValues = Record<string, string | number>

/** The preset that has just these values, if one has. */
export function matchingPreset(game: GameInfo, values: OptionValues): Preset | undefined {
  return game.presets.find((preset) =>
    game.options.every(({ name }) => preset.options[name] === values[name]),
  )
}

export function defaultValues(game: GameInfo): OptionValues {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]))
}

/** A number as it was typed, null where the option does not take it. */
export function readNumber(option: OptionSpec, typed: string): number | null {
  if (!/^\s*-?\d+\s*$/.test(typed)) return null
  const value = Number(typed)
  if (option.minimum !== null && value < option.minimum) return null
  if (option.maximum !== null && value > option.maximum) return null
  if (option.multiple_of !== null && value % option.multiple_of !== 0) return null
  return value
}
