import { createHash, hash } from 'node:crypto'
import { readSync } from 'node:fs'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { CONTENT_ID_PREFIX } from '@holdfast/api/files/content-id'
import { Cutter, MAX_CHUNK } from '@holdfast/api/files/cutter'

const STEP = 1024 * 1024
const PREFIX = Buffer.from(CONTENT_ID_PREFIX)

/** The id of a content, as the service would give it. */
export const contentIdOf = (chunks: readonly ChunkRef[]): string =>
  hash('sha256', Buffer.concat([PREFIX, ...chunks.map(({ sha256 }) => Buffer.from(sha256, 'hex'))]))

/** What a content that is too small to be cut consists of. */
export const asOneChunk = (bytes: Uint8Array): ChunkRef[] =>
  bytes.length === 0 ? [] : [{ sha256: hash('sha256', bytes), size: bytes.length }]

/** The chunks of all that an open file holds. */
export function cutFile(fd: number): ChunkRef[] {
  const cutter = new Cutter()
  const chunks: ChunkRef[] = []
  const buffer = Buffer.allocUnsafe(STEP)
  let chunk = createHash('sha256')
  let size = 0
  const end = () => {
    chunks.push({ sha256: chunk.digest('hex'), size })
    chunk = createHash('sha256')
    size = 0
  }
  for (let at = 0; ; ) {
    const read = readSync(fd, buffer, 0, STEP, at)
    if (read === 0) break
    at += read
    const bytes = buffer.subarray(0, read)
    let done = 0
    const take = (upTo: number) => {
      chunk.update(bytes.subarray(done, upTo))
      size += upTo - done
      done = upTo
    }
    for (const cut of cutter.push(bytes)) {
      take(cut)
      end()
    }
    take(read)
  }
  if (size > 0) end()
  return chunks
}

/** A chunk and where in a file it belongs. */
export interface Part extends ChunkRef {
  readonly at: number
}

export function partsOf(chunks: readonly ChunkRef[]): Part[] {
  let at = 0
  return chunks.map((chunk) => {
    const part = { ...chunk, at }
    at += chunk.size
    return part
  })
}

/** Which parts an open file has in their places, by number. */
export function findParts(fd: number, parts: readonly Part[]): number[] {
  const buffer = Buffer.allocUnsafe(MAX_CHUNK)
  return parts.flatMap(({ sha256, size, at }, number) => {
    const bytes = buffer.subarray(0, readSync(fd, buffer, 0, size, at))
    return hash('sha256', bytes) === sha256 ? [number] : []
  })
}
