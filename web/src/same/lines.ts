/** What several people did with the same cards, as a tree: it forks where somebody first did otherwise. */
import type { WrittenMove } from '../lib/protocol'
import { PLAY, written } from '../table/written'

const CARD = /^(?:[2-9TJQKA][SHDC]|RJ|BJ|JK)(?:=|$)/

/** A move from its text: the word, the cards, what comes after them. */
export function readMove(text: string): WrittenMove {
  const words = text.split(' ')
  const kind = CARD.test(words[0]!) ? null : words.shift()!
  const cards = words.filter((word) => CARD.test(word))
  const rest = words.filter((word) => !CARD.test(word))
  return { ...written(kind ?? PLAY, cards, rest.join(' ') || null), text }
}

/** Somebody who with a line of play. */
export interface Walker {
  /** Their own moves, as they are written. */
  line: readonly string[]
  result: number
  you: boolean
}

/** A line that some went together: to a fork, or to the end. */
export interface Path<One extends Walker> {
  /** With what it leaves the fork before; null for the line that all took, and where somebody did nothing more. */
  by: string | null
  who: readonly One[]
  fork: Fork<One> | null
}

interface Fork<One extends Walker> {
  /** The number of the move that is made here, of their own ones. */
  turn: number
  paths: readonly Path<One>[]
}

/** The tree of these lines, those with the best result first. `sign` is -1 where the lowest result is the best. */
export function treeOf<One extends Walker>(who: readonly One[], sign: 1 | -1 = 1): Path<One> {
  const sorted = who.toSorted((a, b) => sign * (b.result - a.result))
  return pathOf(null, sorted, 0)
}

function pathOf<One extends Walker>(by: string | null, who: readonly One[], from: number): Path<One> {
  const at = firstFork(who, from)
  if (at === null) return { by, who, fork: null }
  const moves = new Set(who.map(({ line }) => line[at]))
  const paths = [...moves].map((move) => {
    const group = who.filter(({ line }) => line[at] === move)
    return pathOf(group[0]!.line[at] ?? null, group, at + 1)
  })
  return { by, who, fork: { turn: at + 1, paths } }
}

/** The first move from here on that not all made alike; null where they all went to the end together. */
function firstFork(who: readonly Walker[], from: number): number | null {
  const longest = Math.max(0, ...who.map(({ line }) => line.length))
  for (let at = from; at < longest; at++) {
    const first = who[0]!.line[at]
    if (who.some(({ line }) => line[at] !== first)) return at
  }
  return null
}

/** How many forks lie one behind the other at the most. */
export function depthOf({ fork }: Path<Walker>): number {
  return fork ? 1 + Math.max(...fork.paths.map(depthOf)) : 0
}

/** A tree of so many forks one behind the other at the most: those who part later come to one end. */
export function upTo<One extends Walker>({ by, who, fork }: Path<One>, depth: number): Path<One> {
  if (!fork || depth === 0) return { by, who, fork: null }
  return { by, who, fork: { ...fork, paths: fork.paths.map((path) => upTo(path, depth - 1)) } }
}

/** What sets a move apart from the others of its fork: a card that no other has; null where it is none. */
export function cardsDiffer(by: string, others: readonly string[]): string | null {
  const taken = others.flatMap((other) => readMove(other).cards)
  return readMove(by).cards.find((card) => !taken.includes(card)) ?? null
}

/** An end of a tree, and each fork on the way there: the number of the move, and with what they left it. */
export interface Told<One extends Walker> {
  who: readonly One[]
  steps: readonly { turn: number; by: string | null }[]
}

/** A tree as the lines to its ends. */
export function toldLines<One extends Walker>(
  { who, fork }: Path<One>,
  steps: Told<One>['steps'] = [],
): Told<One>[] {
  if (!fork) return [{ who, steps }]
  const { turn } = fork
  return fork.paths.flatMap((path) => toldLines(path, [...steps, { turn, by: path.by }]))
}

export interface Place {
  x: number
  y: number
}
/** The tree as it is drawn. */
export interface Drawn<One extends Walker> {
  height: number
  /** From one fork to the next, in px. */
  step: number
  lines: { from: Place; to: Place; yours: boolean; key: string }[]
  forks: (Place & { turn: number; first: boolean })[]
  /** With what a path leaves its fork. */
  chips: (Place & { by: string | null; others: readonly string[]; key: string })[]
  ends: (Place & { who: readonly One[] })[]
}

interface Frame {
  /** Where the first fork stands, and where the ends do, in px. */
  left: number
  right: number
  /** The height of an end. */
  row: number
}

/** How far from its fork the chip of a path lies, of the way to the next. */
const CHIP_AT = 0.54

/** Draw a tree: each end in a row of its own, each fork in the middle of what leaves it. */
export function drawn<One extends Walker>(tree: Path<One>, { left, right, row }: Frame): Drawn<One> {
  const step = (right - left) / Math.max(1, depthOf(tree))
  const result: Drawn<One> = { height: 0, step, lines: [], forks: [], chips: [], ends: [] }

  function add({ who, fork }: Path<One>, depth: number): Place {
    if (!fork) {
      const end = { x: right, y: result.height + row / 2 }
      result.height += row
      result.ends.push({ ...end, who })
      return end
    }
    const x = left + depth * step
    const after = fork.paths.map((path) => ({ path, to: add(path, depth + 1) }))
    const y = after.reduce((sum, { to }) => sum + to.y, 0) / after.length
    result.forks.push({ x, y, turn: fork.turn, first: depth === 0 })
    after.forEach(({ path, to }) => {
      const key = `${x} ${to.y}`
      result.lines.push({ from: { x, y }, to, yours: path.who.some(({ you }) => you), key })
      const others = fork.paths.flatMap(({ by }) => (by !== null && by !== path.by ? [by] : []))
      result.chips.push({ x: x + step * CHIP_AT, y: to.y, by: path.by, others, key })
    })
    return { x, y }
  }

  add(tree, 0)
  return result
}

/** A line of the drawing, which bends at once and comes to its end level. */
export function curve(from: Place, to: Place, step: number): string {
  const bend = Math.min(step * 0.4, 68)
  const near = from.x + bend
  return `M${from.x} ${from.y}C${near} ${from.y} ${from.x + bend * 0.5} ${to.y} ${near} ${to.y}H${to.x}`
}
