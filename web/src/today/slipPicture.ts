/** The slip that one shares, drawn: a card of 5:7 with the round on it in signs. */
import type { Form, Style } from './forms'
import type { Signs, TrickSign, TurnSign } from './signs'

export const WIDTH = 300
export const HEIGHT = 420

/** What is written on a slip. */
export interface Words {
  game: string
  day: string
  result: string
  mark: string
  address: string
}

const IVORY = '#fdf8ec'
const BRASS = '#b08d4c'
const GOLD = '#c99a3f'
const DARK = '#1d1826'
const MUTED = '#5c5046'

type Drawing = (signs: Signs, ink: string) => string

const DRAWINGS: Record<Form, Drawing> = { keyholes, sun, bridge, lattice }

/** The whole slip as SVG. */
export function drawSlip(
  { form, ink }: Style,
  signs: Signs,
  words: Words,
  fonts: { display: string; text: string },
): string {
  const line = (y: number, size: number, text: string, colour: string, font: string) =>
    `<text x="150" y="${y}" font-size="${size}" fill="${colour}" font-family="${escaped(font)}">${escaped(text)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<defs><linearGradient id="paper" x2="0" y2="1"><stop stop-color="#fffdf6"/><stop offset=".4" stop-color="${IVORY}"/><stop offset="1" stop-color="#f6edd8"/></linearGradient></defs>`,
    `<rect x=".5" y=".5" width="299" height="419" rx="20" fill="url(#paper)" stroke="#cdbf9f"/>`,
    `<g fill="none" stroke="${ink}"><rect x="10" y="10" width="280" height="400" rx="12" stroke-width="1.5" opacity=".8"/>`,
    `<rect x="14" y="14" width="272" height="392" rx="9" stroke-width=".8" opacity=".5"/></g>`,
    `<g text-anchor="middle">`,
    line(48, 25, words.game, ink, fonts.display),
    line(70, 13, words.day, MUTED, fonts.text),
    line(348, 27, words.result, DARK, fonts.display),
    line(370, 14, words.mark, MUTED, fonts.text),
    line(393, 11.5, words.address, MUTED, fonts.text),
    `</g>`,
    DRAWINGS[form](signs, ink),
    `</svg>`,
  ].join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (found) => ENTITIES[found]!)

const place = (x: number, y: number, drawn: string, attributes = '') =>
  `<g transform="translate(${round(x)} ${round(y)})" ${attributes}>${drawn}</g>`

const round = (value: number) => Math.round(value * 10) / 10

/** The middle of where the signs are drawn. */
const MIDDLE = { x: 150, y: 202 }

/** A keyhole a trick: full where it was taken, bars where the player sat it out. */
function keyholes({ tricks }: Signs, ink: string): string {
  const rows = inRows(tricks, [4, 5])
  const top = MIDDLE.y - ((rows.length - 1) * 52) / 2
  return rows
    .flatMap((row, i) =>
      row.map((trick, j) =>
        place(MIDDLE.x + (j - (row.length - 1) / 2) * 50, top + i * 52, keyhole(trick, ink)),
      ),
    )
    .join('')
}

function keyhole({ kind }: TrickSign, ink: string): string {
  if (kind === 'taken')
    return `<g fill="${ink}"><circle cy="-5" r="8.5"/><path d="M-3.6 0L-8 15H8L3.6 0Z"/></g>`
  if (kind === 'other')
    return `<g fill="none" stroke="${ink}" stroke-width="1.6" opacity=".65"><circle cy="-5" r="7.7"/><path d="M-3.6 1.5L-7.2 14.2H7.2L3.6 1.5"/></g>`
  return `<g fill="none" stroke="${ink}" stroke-width="2.2"><path d="M-9 -12V15M-3 -12V15M3 -12V15M9 -12V15"/><path d="M-12 -7H12M-12 10H12" stroke="${BRASS}" stroke-width="2.6"/></g>`
}

/** Rows of these lengths by turns, the last as long as it comes. */
function inRows<Sign>(signs: readonly Sign[], lengths: readonly number[]): Sign[][] {
  const rows: Sign[][] = []
  for (let from = 0; from < signs.length;) {
    const length = lengths[rows.length % lengths.length]!
    rows.push(signs.slice(from, from + length))
    from += length
  }
  return rows
}

/** Rays of the sun, a trick each, long as its points; gold where the player took it. */
function sun({ tricks }: Signs, ink: string): string {
  const most = Math.max(1, ...tricks.map(({ size }) => size))
  const step = 180 / Math.max(1, tricks.length)
  const rays = tricks.map(({ kind, size }, i) => {
    const [half, end] = [step * 0.36, 62 + 58 * (size / most)]
    const angle = 180 + step * (i + 0.5)
    const corners = [
      polar(54, angle - half),
      polar(end, angle - half),
      polar(end, angle + half),
      polar(54, angle + half),
    ]
    const look = kind === 'taken' ? `fill="${GOLD}" stroke="#8a6527"` : `fill="none" stroke="${ink}"`
    return `<path d="M${corners.join('L')}Z" ${look} stroke-width="1.5" stroke-linejoin="round"/>`
  })
  const seven = `<path d="M-11 -35H11L-2 -7" fill="none" stroke="${IVORY}" stroke-width="6"/>`
  return place(
    MIDDLE.x,
    258,
    `${rays.join('')}<path d="M-46 0A46 46 0 0 1 46 0Z" fill="${ink}"/>${seven}<path d="M-114 1H114" stroke="${ink}" stroke-width="2"/><path d="M-104 7H104" stroke="${BRASS}" stroke-width="1.4"/>`,
  )
}

function polar(radius: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180
  return `${round(radius * Math.cos(angle))} ${round(radius * Math.sin(angle))}`
}

/** A wave a turn; an arch where something was laid, a lantern where it was claimed, the moon for a seven. */
function bridge({ turns, out }: Signs, ink: string): string {
  const wide = Math.min(28, 228 / Math.max(1, turns.length))
  const left = -(wide * turns.length) / 2
  const drawn = turns.map((turn, i) => place(left + i * wide, 0, overWave(turn, wide, ink)))
  const moon = turns.some(({ seven }) => seven) ? `<circle cx="66" cy="-78" r="20" fill="${GOLD}"/>` : ''
  const [from, to] = out ? [-118, 118] : [-118, 40]
  const road = (y: number, end: number) => {
    // a bridge that nobody finished breaks off over the water
    const rise = (x: number) => round(y - 38 * (1 - (x / 118) ** 2))
    const points = Array.from({ length: 25 }, (_, i) => from + ((end - from) * i) / 24)
    return points.map((x, i) => `${i ? 'L' : 'M'}${round(x)} ${rise(x)}`).join('')
  }
  const deck = `<path d="${road(-40, to)}" fill="none" stroke="${ink}" stroke-width="3"/><path d="${road(-34, to - 4)}" fill="none" stroke="${BRASS}" stroke-width="1.4"/>`
  return place(MIDDLE.x, 236, moon + drawn.join('') + deck)
}

function overWave({ laid, claimed }: TurnSign, wide: number, ink: string): string {
  const half = wide / 2
  const wave = (y: number, colour: string, width: number) =>
    `<path d="M0 ${y}q${round(half / 2)} -9 ${round(half)} 0t${round(half)} 0" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`
  const waves = wave(12, ink, 2.6) + wave(24, BRASS, 1.4)
  if (claimed)
    return `${waves}<path d="M${round(half)} -2V-22" stroke="${ink}" stroke-width="2.2"/><path d="M${round(half - 6)} -22h12l-3 -16h-6Z" fill="${GOLD}" stroke="${ink}" stroke-width="1.6"/>`
  if (!laid) return waves
  const r = round(Math.min(10.7, half - 1.5))
  const arch = `M${round(half - r)} 0V-16A${r} ${r} 0 0 1 ${round(half + r)} -16V0`
  return `${waves}<path d="${arch}" fill="${ink}" opacity=".16"/><path d="${arch}" fill="none" stroke="${ink}" stroke-width="2.6"/>`
}

/** A lattice: a diamond a trick, large as its points, full where the player's side took it. */
function lattice({ tricks }: Signs, ink: string): string {
  const rows = inRows(tricks, [3, 4])
  const scale = Math.min(1, 7 / Math.max(1, rows.length))
  const most = Math.max(1, ...tricks.map(({ size }) => size))
  const diamond = (x: number, y: number, r: number, look: string) =>
    `<path d="M${round(x)} ${round(y - r * 0.96)}L${round(x + r)} ${round(y)}L${round(x)} ${round(y + r * 0.96)}L${round(x - r)} ${round(y)}Z" ${look}/>`
  const drawn = rows.flatMap((row, i) =>
    row.map(({ kind, size }, j) => {
      const [x, y] = [
        (j - (rows[i % 2 ? 1 : 0]?.length ?? row.length) / 2 + 0.5) * 52,
        (i - (rows.length - 1) / 2) * 27,
      ]
      const rim = diamond(x, y, 24, `fill="none" stroke="${BRASS}" stroke-width=".9" opacity=".75"`)
      const fill = kind === 'taken' ? ink : IVORY
      return (
        rim + diamond(x, y, 8 + 13.6 * (size / most), `fill="${fill}" stroke="${ink}" stroke-width="1.8"`)
      )
    }),
  )
  return `<g transform="translate(${MIDDLE.x} ${MIDDLE.y}) scale(${round(scale * 10) / 10})">${drawn.join('')}</g>`
}
