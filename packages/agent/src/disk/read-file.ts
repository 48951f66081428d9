import { read as readCallback, readSync } from 'node:fs'
import { promisify } from 'node:util'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { MIN_CHUNK } from '@holdfast/api/files/cutter'
import type { FileContent, Seen } from '../ports/disk.ts'
import { asOneChunk, contentIdOf } from './cut.ts'
import type { CuttingThread } from './cutting-thread.ts'
import { NotAsSeen } from './errors.ts'
import { modifiedOf } from './identity.ts'
import type { OpenFolder } from './open-folder.ts'
import { readSeen } from './open-item.ts'

const readLater = promisify(readCallback)

/** Small files are read here and now: handing them to a thread costs more. */
export const readFile = (
  folder: OpenFolder,
  file: Seen,
  thread: CuttingThread,
  { withBytes = false, old }: { withBytes?: boolean; old?: readonly ChunkRef[] | undefined } = {},
): Promise<FileContent> =>
  readSeen(folder, file, async (fd, item) => {
    const { size } = item
    const bytes = withBytes && size <= MIN_CHUNK ? readNow(fd, size) : undefined
    const chunks = bytes ? asOneChunk(bytes) : await chunksOf(fd, size, thread, old)
    return { content: contentIdOf(chunks), size, modified: modifiedOf(item), chunks, ...(bytes && { bytes }) }
  })

/** The chunks of an open file that has this size; `old` are those that it had once. */
export async function chunksOf(
  fd: number,
  size: number,
  thread: CuttingThread,
  old?: readonly ChunkRef[],
): Promise<ChunkRef[]> {
  if (size <= MIN_CHUNK) return asOneChunk(readNow(fd, size))
  const chunks = await thread.cut(fd, old)
  if (chunks.reduce((sum, chunk) => sum + chunk.size, 0) !== size) throw new NotAsSeen()
  return chunks
}

export const readBytes = (
  folder: OpenFolder,
  file: Seen,
  { from, size, into }: { from: number; size: number; into?: Uint8Array | undefined },
): Promise<Uint8Array> =>
  readSeen(folder, file, (fd) =>
    size <= MIN_CHUNK ? readNow(fd, size, from, into) : readAll(fd, size, from, into),
  )

function readNow(fd: number, size: number, from = 0, into?: Uint8Array): Uint8Array {
  const bytes = into?.subarray(0, size) ?? Buffer.allocUnsafe(size)
  for (let done = 0; done < size; ) {
    const read = readSync(fd, bytes, done, size - done, from + done)
    if (read === 0) throw new NotAsSeen()
    done += read
  }
  return bytes
}

/** As much as asked for: a file that ends sooner is not what was seen. */
export async function readAll(
  fd: number,
  size: number,
  from: number,
  into?: Uint8Array,
): Promise<Uint8Array> {
  const bytes = into?.subarray(0, size) ?? Buffer.allocUnsafe(size)
  for (let done = 0; done < size; ) {
    const { bytesRead } = await readLater(fd, bytes, done, size - done, from + done)
    if (bytesRead === 0) throw new NotAsSeen()
    done += bytesRead
  }
  return bytes
}
