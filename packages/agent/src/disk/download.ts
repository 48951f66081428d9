import { createHash, hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import { ContentMismatch, type ContentSource } from '../ports/disk.ts'
import { contentIdOf, type Part, partsOf } from './cut.ts'
import type { CuttingThread } from './cutting-thread.ts'
import { NotAsSeen, SourceFailed } from './errors.ts'
import type { Near } from './near.ts'

/**
 * Fills a file with a content. What is in its place already stays, what is elsewhere on the disk is copied, and the rest is
 * fetched, as few ranges as it takes. Each part is verified before it counts, so that this can be broken off at any time.
 */
export async function download(
  file: FileHandle,
  source: ContentSource,
  near: readonly Near[],
  thread: CuttingThread,
): Promise<void> {
  const chunks = await source.chunks()
  const parts = partsOf(chunks)
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (!chunks.every(isChunk) || size !== source.size || contentIdOf(chunks) !== source.content)
    throw new ContentMismatch()
  const isCloned = (await file.stat()).size === 0 && (await cloneOne(file, size, near))
  await file.truncate(size)
  const missing = await findMissing(file, parts, thread)
  // Of one that was cloned, only what is elsewhere in it could be had.
  const isWorthCutting = !isCloned || sizeOf(missing) > size * WORTH_CUTTING
  for (const one of near) if (missing.size > 0 && isWorthCutting) await copyParts(file, one, missing)
  for (const run of runsOf([...missing])) await fetchRun(file, source, run)
}

/** As far from 1970 as a time can be represented, in milliseconds. */
const MAX_TIME = 8.64e15
const isChunk = ({ size }: ChunkRef): boolean => Number.isInteger(size) && size > 0 && size <= MAX_CHUNK

/** Its failures are distinguished from those of the disk, and only what can be a content is asked for. */
export function checkedSource(source: ContentSource): ContentSource {
  if (!/^[0-9a-f]{64}$/.test(source.content) || !Number.isSafeInteger(source.size) || source.size < 0)
    throw new ContentMismatch()
  const failed = (error: unknown): never => {
    throw new SourceFailed('The source failed', { cause: error })
  }
  return {
    ...source,
    modified: Math.abs(source.modified) <= MAX_TIME ? source.modified : 0,
    chunks: () => source.chunks().catch(failed),
    async *bytes(from, to) {
      try {
        yield* source.bytes(from, to)
      } catch (error) {
        failed(error)
      }
    },
  }
}

/** Most of what changes in a large file stays where it is. */
async function cloneOne(file: FileHandle, size: number, near: readonly Near[]): Promise<boolean> {
  for (const one of near) if (await one.cloneTo(file, size)) return true
  return false
}

const WORTH_CUTTING = 1 / 8
const sizeOf = (parts: Iterable<Part>): number => [...parts].reduce((sum, { size }) => sum + size, 0)

async function findMissing(
  file: FileHandle,
  parts: readonly Part[],
  thread: CuttingThread,
): Promise<Set<Part>> {
  const missing = new Set(parts)
  // Nothing was ever written to it.
  if ((await file.stat()).blocks === 0) return missing
  for (const number of await thread.find(file.fd, parts)) {
    const part = parts[number]
    if (part) missing.delete(part)
  }
  return missing
}

/** A file that changes while it is copied from has nothing more for us. */
async function copyParts(file: FileHandle, near: Near, missing: Set<Part>): Promise<void> {
  const content = await near.content()
  if (!content) return
  const lying = new Map(partsOf(content.chunks).map((part) => [part.sha256, part]))
  for (const part of [...missing]) {
    const there = lying.get(part.sha256)
    if (!there) continue
    try {
      const bytes = await near.bytes(there.at, there.size)
      if (hash('sha256', bytes) !== part.sha256) return
      await writeAll(file, bytes, part.at)
    } catch (error) {
      if (error instanceof NotAsSeen) return
      throw error
    }
    missing.delete(part)
  }
}

/** Parts that follow each other. */
function runsOf(parts: readonly Part[]): Part[][] {
  const runs: Part[][] = []
  let end = -1
  for (const part of parts) {
    if (part.at === end) runs.at(-1)?.push(part)
    else runs.push([part])
    end = part.at + part.size
  }
  return runs
}

async function fetchRun(file: FileHandle, source: ContentSource, run: readonly Part[]): Promise<void> {
  const [first] = run
  const last = run.at(-1)
  if (!first || !last) return
  const left = [...run]
  let part = left.shift()
  let filled = 0
  let check = createHash('sha256')
  for await (let bytes of source.bytes(first.at, last.at + last.size))
    while (bytes.length > 0) {
      if (!part) throw new ContentMismatch()
      const piece = bytes.subarray(0, part.size - filled)
      check.update(piece)
      await writeAll(file, piece, part.at + filled)
      filled += piece.length
      bytes = bytes.subarray(piece.length)
      if (filled < part.size) continue
      if (check.digest('hex') !== part.sha256) throw new ContentMismatch()
      part = left.shift()
      filled = 0
      check = createHash('sha256')
    }
  if (part) throw new ContentMismatch()
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}
