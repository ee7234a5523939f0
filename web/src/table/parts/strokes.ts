/** How the lines of a match are drawn, told apart by colour and by dashes. */
interface Stroke {
  stroke: string
  'stroke-dasharray'?: string
}

const OWN: Stroke = { stroke: '#97702a' }
const OTHERS: readonly Stroke[] = [
  { stroke: '#2f5c9b' },
  { stroke: '#a5283c', 'stroke-dasharray': '7 3' },
  { stroke: '#1f6b4a', 'stroke-dasharray': '2 3' },
  { stroke: '#6a3f97', 'stroke-dasharray': '8 3 2 3' },
  { stroke: '#5c5348', 'stroke-dasharray': '4 2' },
]

/** The viewer's own line in gold, those of the others by their seats. */
export function strokeOf(seat: number, viewer: number | null): Stroke {
  if (seat === viewer) return OWN
  const other = viewer !== null && seat > viewer ? seat - 1 : seat
  return OTHERS[other % OTHERS.length]!
}
