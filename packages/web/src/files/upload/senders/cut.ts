import type { ChunkRef } from '@holdfast/api/files/chunks'
import { Cutter } from '@holdfast/api/files/cutter'

export interface Cut extends ChunkRef {
  bytes: Blob
}

/** Small enough that cutting one holds nothing else up; hashing is the browser's, beside the page. */
const PIECE = 1024 * 1024

/** The chunks of a file in their order, as the server would cut it. */
export async function* cut(file: Blob): AsyncGenerator<Cut> {
  const cutter = new Cutter()
  let from = 0
  for (let at = 0; at < file.size; at += PIECE) {
    const piece = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer())
    for (const end of cutter.push(piece)) {
      yield await chunkOf(file.slice(from, at + end))
      from = at + end
    }
  }
  if (from < file.size) yield await chunkOf(file.slice(from))
}

async function chunkOf(bytes: Blob): Promise<Cut> {
  return { sha256: await sha256(await bytes.arrayBuffer()), size: bytes.size, bytes }
}

export async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
