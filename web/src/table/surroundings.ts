import type { Component, Snippet } from 'svelte'
import type { Lying } from './frames'
import type { Command } from './keys'

/** What a table gives to whatever frames it, as to its shell. */
export interface FrameProps {
  status: string
  /** What is trump; empty for nothing. */
  trump?: string
  /** As in the shell: a digit key, counted from 0, or null for the pass. */
  onoffer?: (index: number | null) => void
  oncommand: (command: Command) => void
  children: Snippet
}

/** What stands around a table that is only looked at, in place of what a table that is played has. */
export interface Surroundings {
  /** In place of the shell. */
  Frame: Component<FrameProps, { showRule(rule: string): void }>
  /** Below each other player. */
  Beside: Component<{ seat: number }>
  /** In place of the status line. */
  Line: Component
  /** Half under the card that a seat played to a trick. */
  Under: Component<{ seat: number | null }>
  /** What draws a trick where no players are seen beside it; null where they are. */
  plays(): Component<Lying> | null
  /** The cards of the hand are only looked at. */
  readonly looks: boolean
}
