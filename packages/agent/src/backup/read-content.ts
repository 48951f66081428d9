import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { Cutter, MAX_CHUNK } from '@holdfast/api/files/cutter'
import { contentIdOf } from '../disk/cut.ts'
import type { RawPath } from './look.ts'
import { pathOf } from './look.ts'

/** A part of a content with its bytes. */
export interface Chunk extends ChunkRef {
  readonly bytes: Buffer
}

export interface Content {
  /** Identifies it, as the service would. */
  readonly content: string
  readonly size: number
  readonly chunks: readonly ChunkRef[]
}

const AT_ONCE = 1024 * 1024

/** Opens a file that is one: never what a link leads to, nor anything that would keep one waiting. */
export const openToRead = (path: RawPath): Promise<FileHandle> =>
  open(pathOf(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)

export const chunkOf = (bytes: Buffer): Chunk => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  bytes,
})

export const contentOf = (chunks: readonly ChunkRef[]): Content => ({
  content: contentIdOf(chunks),
  size: chunks.reduce((sum, { size }) => sum + size, 0),
  chunks: chunks.map(({ sha256, size }) => ({ sha256, size })),
})

/** Cuts what a file holds, from its beginning to its end, as everyone who sends it does. */
export async function* cutFile(
  file: FileHandle,
  expectedSize: number,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const cutter = new Cutter()
  // Room for the whole of a small file, and to see that it ends.
  const step = Math.min(AT_ONCE, expectedSize + 1)
  let pending = Buffer.alloc(0)
  for (let position = 0; ; ) {
    signal.throwIfAborted()
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(step), 0, step, position)
    if (bytesRead === 0) break
    position += bytesRead
    const read = buffer.subarray(0, bytesRead)
    const begin = pending.length
    const all = begin === 0 ? read : Buffer.concat([pending, read])
    let from = 0
    for (const cut of cutter.push(read)) {
      yield chunkOf(all.subarray(from, begin + cut))
      from = begin + cut
    }
    pending = Buffer.from(all.subarray(from))
    if (pending.length > MAX_CHUNK) throw new Error('A chunk without an end')
  }
  if (pending.length > 0) yield chunkOf(pending)
}

/** What an open file holds, from its beginning to its end. */
export async function readContent(
  file: FileHandle,
  expectedSize: number,
  signal: AbortSignal,
): Promise<Content> {
  const chunks: ChunkRef[] = []
  for await (const { sha256, size } of cutFile(file, expectedSize, signal)) chunks.push({ sha256, size })
  return contentOf(chunks)
}
