import { HEIGHT, WIDTH } from './slipPicture'

/** How many px of the file are one of the drawing. */
const SCALE = 3

/** A slip as a picture that a chat takes. */
export async function paintSlip(svg: string, name: string): Promise<File> {
  const image = new Image(WIDTH * SCALE, HEIGHT * SCALE)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SCALE
  canvas.height = HEIGHT * SCALE
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return new File([blob!], `${name}.png`, { type: 'image/png' })
}
