/* Written from sevenfold.server.protocol; `npm run types` makes it again. */

export interface OptionSpec {
  name: string
  rule: string
  default: string | number
  choices?: (string | number)[]
  minimum?: number | null
  maximum?: number | null
  multiple_of?: number | null
}

export interface Preset {
  name: string
  options: Record<string, string | number>
}

export interface GameInfo {
  name: string
  ready: boolean
  players: [number, number, number]
  rules_version: number
  options: OptionSpec[]
  presets: Preset[]
}

export interface RuleText {
  id: string
  text: string
}

export interface RuleSection {
  title: string
  text: string
  rules: RuleText[]
}

export interface RuleBook {
  game: string
  language: string
  title: string
  intro: string
  sections: RuleSection[]
}

export interface NewTable {
  game: string
  preset?: string | null
  options?: Record<string, string | number | boolean>
  players?: number | null
  pace?: number
}

export interface Seat {
  seat: number
  you: boolean
  bot?: string | null
  connected?: boolean
}

export interface Standing {
  round: number
  result: number[] | null
  results: number[][]
  scores: number[]
  over: boolean
  winners: number[]
  next_first: number | null
}

export interface TableInfo {
  id: string
  game: string
  preset: string | null
  options: Record<string, string | number>
  players: number
  seats: Seat[]
  pace: number
  created: string
  standing: Standing
  version: number
}

export interface Problem {
  type: 'problem'
  code: string
  values?: Record<string, string>
}

export interface Pile {
  seat: number | null
  cards: string[]
}

export interface View {
  game: string
  seat: number | null
  acting: number[]
  phase: string
  hand: string[]
  hand_sizes: number[]
  leader: number | null
  table: Pile[]
}

export interface Event {
  kind: string
  version: number
  seat?: number | null
  move?: string | null
  cards?: string[]
  count?: number | null
  scores?: number[]
}

export interface Hello {
  type: 'hello'
  version?: number | null
}

export interface Play {
  type: 'play'
  version: number
  move: string
}

export interface Select {
  type: 'select'
  version: number
  cards: string[]
}

export interface AskHint {
  type: 'ask_hint'
  version: number
}

export interface NextRound {
  type: 'next_round'
  version: number
}

export interface SetPace {
  type: 'set_pace'
  pace: number
}

export type ClientMessage = Hello | Play | Select | AskHint | NextRound | SetPace

export interface Choices {
  type: 'choices'
  version: number
  chosen: string[]
  cards: string[]
  moves: string[]
}

export interface Snapshot {
  type: 'snapshot'
  version: number
  table: TableInfo
  view: View
  standing: Standing
  choices: Choices
  events: Event[]
}

export interface Update {
  type: 'update'
  since: number
  version: number
  view: View
  standing: Standing
  choices: Choices
  events: Event[]
}

export interface RefusedMove {
  type: 'refused'
  version: number
  move: string
  fault: string
  values: Record<string, string>
  choices: Choices
}

export interface Hint {
  type: 'hint'
  version: number
  move: string
}

export interface TableChanged {
  type: 'table'
  table: TableInfo
}

export type ServerMessage = Snapshot | Update | RefusedMove | Choices | Hint | TableChanged | Problem
