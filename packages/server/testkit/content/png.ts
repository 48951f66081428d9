import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export type Pixel = readonly [red: number, green: number, blue: number, alpha: number]

/** A real PNG: each pixel as it is asked for, or all of one colour; with a text in it that says where it was made. */
export function pngOf(
  width: number,
  height: number,
  pixel: Pixel | ((x: number, y: number) => Pixel),
  text = 'made by a test',
): Uint8Array<ArrayBuffer> {
  const row = 1 + 4 * width
  const rows = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows.set(typeof pixel === 'function' ? pixel(x, y) : pixel, y * row + 1 + 4 * x)
  const comment = chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))
  return assembled(headOf(width, height, RGBA), comment, rows)
}

/** A black square, in so few bytes that it can have very many pixels. */
export const blackPng = (edge: number): Uint8Array<ArrayBuffer> =>
  assembled(headOf(edge, edge, ONE_BIT), Buffer.alloc(0), Buffer.alloc((1 + Math.ceil(edge / 8)) * edge))

/** How many bits a part of a pixel has, and what parts there are. */
const RGBA = [8, 6] as const
const ONE_BIT = [1, 0] as const

function headOf(width: number, height: number, kind: readonly [number, number]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set(kind, 8)
  return head
}

const assembled = (head: Buffer, between: Buffer, rows: Buffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', head),
      between,
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
