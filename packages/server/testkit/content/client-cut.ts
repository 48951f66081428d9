import { createHash } from 'node:crypto'
import {
  type ChunkRef,
  commitChunks,
  findMissingChunks,
  putChunk,
  putChunks,
} from '@holdfast/api/files/chunks'
import { Cutter } from '@holdfast/api/files/cutter'
import type { File } from '@holdfast/api/files/files'
import { encodeFramed } from '@holdfast/api/files/framed'
import type { Someone } from '../servers/world.ts'

export interface CutChunk extends ChunkRef {
  bytes: Buffer<ArrayBuffer>
}

export const chunkOf = (bytes: Buffer<ArrayBuffer>): CutChunk => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  bytes,
})

/** Cuts as a client does that has the whole file. */
export function cutWhole(bytes: Buffer<ArrayBuffer>): CutChunk[] {
  let start = 0
  const ends = new Cutter().push(bytes)
  if (ends.at(-1) !== bytes.length && bytes.length > 0) ends.push(bytes.length)
  return ends.map((end) => {
    const chunk = chunkOf(bytes.subarray(start, end))
    start = end
    return chunk
  })
}

export const refsOf = (chunks: readonly ChunkRef[]): ChunkRef[] =>
  chunks.map(({ sha256, size }) => ({ sha256, size }))

export const put = (someone: Someone, { sha256, bytes }: CutChunk, root_id = someone.rootId) =>
  someone.call(putChunk, { root_id, sha256, bytes: new Blob([bytes]) })

/** Several in one request. Gives those that were refused. */
export async function putBundle(
  someone: Someone,
  chunks: readonly CutChunk[],
  root_id = someone.rootId,
): Promise<string[]> {
  const body = encodeFramed(
    refsOf(chunks),
    chunks.map(({ bytes }) => bytes),
  )
  return (await someone.call(putChunks, { root_id, body })).refused
}

/** Sends a file as an agent does: what is missing, then the list. Gives how many chunks it had to send. */
export async function sendCut(
  someone: Someone,
  bytes: Buffer<ArrayBuffer>,
  to: Parameters<typeof commit>[2],
): Promise<{ file: File; sent: number }> {
  const chunks = cutWhole(bytes)
  const asked = { root_id: someone.rootId, chunks: refsOf(chunks) }
  const { missing } = chunks.length === 0 ? { missing: [] } : await someone.call(findMissingChunks, asked)
  for (const sha256 of missing)
    await put(someone, chunks.find((chunk) => chunk.sha256 === sha256) as CutChunk)
  return { file: await commit(someone, chunks, to), sent: missing.length }
}

export const commit = (
  someone: Someone,
  chunks: readonly ChunkRef[],
  to: Partial<Parameters<typeof someone.call<typeof commitChunks>>[1]>,
): Promise<File> =>
  someone.call(commitChunks, {
    root_id: someone.rootId,
    ...(to.file_id === undefined && { folder_id: 0 as never }),
    chunks: refsOf(chunks),
    size: chunks.reduce((sum, { size }) => sum + size, 0),
    ...to,
  })
