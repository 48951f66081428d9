import { TextDecoder } from 'node:util'
import type { OpenFile } from '../../../files/reading/open-file.ts'

/** As much of a text as a page shows. */
const SHOWN_BYTES = 256 * 1024

export interface TextPreview {
  text: string
  /** There is more of it. */
  cut: boolean
}

/** The beginning of a text file; undefined for what is called a text and is none. */
export async function readText(file: OpenFile): Promise<TextPreview | undefined> {
  const end = Math.min(file.size, SHOWN_BYTES)
  const pieces: Buffer[] = []
  // A piece is good until the next one only.
  for await (const piece of file.read(0, end)) pieces.push(Buffer.from(piece))
  const bytes = Buffer.concat(pieces)
  // The last character may be cut in two: `stream` leaves half of one away.
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: true })
  return text.includes('\0') ? undefined : { text, cut: end < file.size }
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
