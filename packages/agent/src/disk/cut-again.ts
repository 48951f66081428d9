import { createHash, hash } from 'node:crypto'
import { readSync } from 'node:fs'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { Cutter, MAX_CHUNK } from '@holdfast/api/files/cutter'

const STEP = 256 * 1024

/**
 * The chunks of all that an open file holds, as `cutFile` finds them, where it was cut before and may have changed since. Every
 * cut begins afresh: where the bytes at an old cut are those of the old chunk, it ends where it did, and they are only
 * hashed. Elsewhere the cutter looks for the next cut.
 */
export function cutAgain(fd: number, old: readonly ChunkRef[]): ChunkRef[] {
  const chunks: ChunkRef[] = []
  const buffer = Buffer.allocUnsafe(MAX_CHUNK)
  const byStart = numbersByStart(old)
  const byHash = new Map(old.map(({ sha256 }, number) => [sha256, number]))
  let at = 0
  let next: number | undefined = 0
  for (;;) {
    const same: ChunkRef | undefined = next === undefined ? undefined : findSame(fd, at, old, next, buffer)
    const chunk: ChunkRef | undefined = same ?? cutOne(fd, at, buffer)
    if (!chunk) return chunks
    chunks.push(chunk)
    at += chunk.size
    const known: number | undefined = same ? next : byHash.get(chunk.sha256)
    next = known === undefined ? byStart.get(at) : known + 1
  }
}

function numbersByStart(chunks: readonly ChunkRef[]): Map<number, number> {
  let at = 0
  return new Map(
    chunks.map(({ size }, number) => {
      at += size
      return [at - size, number]
    }),
  )
}

/** The last of the old chunks was ended by the end of the file, and not by a cut. */
function findSame(
  fd: number,
  at: number,
  old: readonly ChunkRef[],
  number: number,
  buffer: Buffer,
): ChunkRef | undefined {
  const chunk = old[number]
  if (!chunk || chunk.size > buffer.length) return undefined
  const read = readFully(fd, buffer.subarray(0, chunk.size), at)
  if (read < chunk.size || hash('sha256', buffer.subarray(0, read)) !== chunk.sha256) return undefined
  const isEnd = number < old.length - 1 || readSync(fd, buffer, 0, 1, at + read) === 0
  return isEnd ? chunk : undefined
}

/** From a cut to the next one, or to the end; undefined there. */
function cutOne(fd: number, from: number, buffer: Buffer): ChunkRef | undefined {
  const cutter = new Cutter()
  const chunk = createHash('sha256')
  for (let at = from; ; ) {
    const read = readSync(fd, buffer, 0, STEP, at)
    const bytes = buffer.subarray(0, read)
    const [cut] = cutter.push(bytes)
    chunk.update(bytes.subarray(0, cut ?? read))
    at += cut ?? read
    if (cut !== undefined || (read === 0 && at > from))
      return { sha256: chunk.digest('hex'), size: at - from }
    if (read === 0) return undefined
  }
}

function readFully(fd: number, into: Buffer, from: number): number {
  let done = 0
  while (done < into.length) {
    const read = readSync(fd, into, done, into.length - done, from + done)
    if (read === 0) break
    done += read
  }
  return done
}
