/**
 * The program that makes thumbnails, in a process of its own: whatever a picture does to its decoder, the service goes on.
 * It reads a picture after the other from its input, and ends with it. It imports nothing but sharp.
 */
import { setPriority } from 'node:os'
import type { Sharp } from 'sharp'
import { HEAD_BYTES, headOf, LOGO, NO_SHARP, readHead, TOO_MUCH_MEMORY } from './thumbnail-frames.ts'

const MIB = 1024 * 1024
const MOST_PIXELS = 50_000_000
const MOST_LOGO_PIXELS = 16_000_000
const LOGO_SIZE = { width: 480, height: 120 }
const MOST_MEMORY = 256 * MIB
const LOOK_EVERY_MS = 20
/** What large pictures leave behind is not given back: one that has so much of it makes room for a new one. */
const GROWN = 128 * MIB
/** What reads a picture from memory. All else that libvips can open stays shut: drawings, documents, files by their names. */
const OPENED = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadHeifBuffer',
]

const { default: sharp } = await import('sharp').catch(() => process.exit(NO_SHARP))
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: OPENED })
// Whatever somebody waits for comes first.
setPriority(10)
// Pictures are decoded on other threads, so that this one can watch.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY) process.exit(TOO_MUCH_MEMORY)
}, LOOK_EVERY_MS).unref()

process.stdout.write(headOf(0, 0))
for await (const { edge, bytes } of pictures()) {
  const made = (await (edge === LOGO ? logo(bytes) : smaller(bytes, edge))) ?? Buffer.alloc(0)
  const leaves = process.memoryUsage.rss() > GROWN
  process.stdout.write(Buffer.concat([headOf(made.length, Number(leaves)), made]))
  if (leaves) break
}

/** Turned as the camera was held; of what was written beside the picture, such as the place, nothing is kept. */
async function smaller(bytes: Buffer, edge: number): Promise<Buffer | undefined> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 } as const
  const picture: Sharp = sharp(bytes, options)
  return picture
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 3 })
    .toBuffer()
    .catch(() => undefined)
}

/** What is transparent stays so. */
async function logo(bytes: Buffer): Promise<Buffer | undefined> {
  const picture: Sharp = sharp(bytes, { limitInputPixels: MOST_LOGO_PIXELS, failOn: 'error', pages: 1 })
  return picture
    .autoOrient()
    .resize({ ...LOGO_SIZE, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(() => undefined)
}

async function* pictures(): AsyncGenerator<{ edge: number; bytes: Buffer }> {
  let pieces: Buffer[] = []
  let held = 0
  const take = (length: number): Buffer => {
    const all = Buffer.concat(pieces)
    pieces = [all.subarray(length)]
    held = all.length - length
    return all.subarray(0, length)
  }
  let head: ReturnType<typeof readHead> | undefined
  for await (const piece of process.stdin) {
    pieces.push(piece)
    held += piece.length
    if (!head && held >= HEAD_BYTES) head = readHead(take(HEAD_BYTES))
    if (!head || held < head.length) continue
    yield { edge: head.second, bytes: take(head.length) }
    head = undefined
  }
}
