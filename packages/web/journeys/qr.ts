import jsqr from 'jsqr'
import type { Locator } from 'playwright-core'

// A module of an older kind: what it exports is below the name that the types give it.
const decode = jsqr.default ?? jsqr

/** The points of a picture, by the browser that drew it. */
const pointsOf = (png: string) => `(async () => {
  const bytes = Uint8Array.from(atob('${png}'), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = picture
  const pen = new OffscreenCanvas(width, height).getContext('2d')
  pen.drawImage(picture, 0, 0)
  const { data } = pen.getImageData(0, 0, width, height)
  return { width, height, data: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join('')) }
})()`

/** What a camera in front of the screen would read. */
export async function readQrCode(drawing: Locator): Promise<string | undefined> {
  const png = (await drawing.screenshot()).toString('base64')
  const { width, height, data } = (await drawing.page().evaluate(pointsOf(png))) as {
    width: number
    height: number
    data: string
  }
  return decode(new Uint8ClampedArray(Buffer.from(data, 'base64')), width, height)?.data
}
