import type { GameInfo, OptionSpec, Preset } from '../lib/protocol'

type Presets = Pick<GameInfo, 'presets' | 'first_preset'>

export type OptionValues = Record<string, string | number>

/** The preset that has just these values, if one has. */
export function matchingPreset(game: GameInfo, values: OptionValues): Preset | undefined {
  return game.presets.find((preset) =>
    game.options.every(({ name }) => preset.options[name] === values[name]),
  )
}

/** The presets of a game in the order in which a page in this language offers them. */
export function offeredPresets({ presets, first_preset }: Presets, language: string): Preset[] {
  const first = (preset: Preset) => preset.name === first_preset[language]
  return [...presets.filter(first), ...presets.filter((preset) => !first(preset))]
}

/** The options that a new table has in a page in this language: those of the preset offered first. */
export function firstValues(game: Presets, language: string): OptionValues {
  return { ...offeredPresets(game, language)[0]?.options }
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
