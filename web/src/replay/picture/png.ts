/** A picture as an image that a chat takes. */
import courts from '../../lib/art/courts.svg'
import faces from '../../lib/art/faces.svg'
import { ApiError } from '../../lib/api'
import { language } from '../../lib/i18n/index.svelte'
import { draw, WIDTH } from './drawing'
import type { Lettering, Look, Measure } from './marks'
import type { Told } from './told'

/** Fonts of the page's own are not there in an image: the next one of the list is. */
const OWN_FONTS = /"?Marcellus( Letters)?"?,\s*/g

/** The colours and fonts of the table that is shown. */
function lookOf(table: Element): Look {
  const style = getComputedStyle(table)
  const root = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    colour: (name) => resolved(table, name),
    font: root.fontFamily,
    display: read('--display').replace(OWN_FONTS, '').replaceAll("'", '"'),
  }
}

/** A colour as it is drawn: `color-mix` and the like may not be known to an image. */
function resolved(table: Element, name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  table.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  const context = document.createElement('canvas').getContext('2d')!
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue, opacity] = context.getImageData(0, 0, 1, 1).data
  return `rgba(${red},${green},${blue},${opacity! / 255})`
}

function measureWith(look: Look): Measure {
  const context = document.createElement('canvas').getContext('2d')!
  return (text: string, { size, bold, display }: Lettering) => {
    context.font = `${bold ? 600 : 400} ${size}px ${display ? look.display : look.font}`
    return context.measureText(text).width
  }
}

/** The drawings that the picture refers to, with the game's own back and motif. Throws ApiError. */
async function symbolsFor(table: Element): Promise<string> {
  const style = getComputedStyle(table)
  const own = async (id: string, name: string) => {
    const address = /url\(["']?(.+?)["']?\)/.exec(style.getPropertyValue(name))?.[1]
    if (!address) return `<symbol id="${id}"></symbol>`
    const svg = await read(address)
    const box = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? '0 0 250 350'
    return `<symbol id="${id}" viewBox="${box}">${insideOf(svg)}</symbol>`
  }
  const all = await Promise.all([
    read(courts).then(insideOf),
    read(faces).then(insideOf),
    own('own-back', '--card-back'),
    own('own-picture', '--picture'),
  ])
  return all.join('')
}

const insideOf = (svg: string) => svg.replace(/^[^]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')

async function read(address: string): Promise<string> {
  const response = await fetch(address).catch(() => null)
  if (!response?.ok) throw new ApiError('unreachable')
  return response.text()
}

/** Draw a moment on a canvas, in the colours of the table. Throws ApiError. */
export async function paint(canvas: HTMLCanvasElement, told: Told, table: Element): Promise<void> {
  const look = lookOf(table)
  const symbols = await symbolsFor(table)
  const { svg, height } = draw(told, { look, measure: measureWith(look), language: language() }, symbols)
  const image = new Image(WIDTH, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  canvas.width = WIDTH
  canvas.height = height
  canvas.getContext('2d')!.drawImage(image, 0, 0)
}

/** The canvas as a file. */
export async function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return new File([blob!], `${name}.png`, { type: 'image/png' })
}
