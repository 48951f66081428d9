import type { ChunkRef } from '@holdfast/api/files/chunks'
import { MAX_BUNDLE_BYTES, MAX_CHUNKS_OF_FILE } from '@holdfast/api/files/chunks'
import type { Server } from '../ports/server.ts'
import { isAt, type Looked, look } from './look.ts'
import { type Chunk, type Content, chunkOf, contentOf, cutFile, openToRead } from './read-content.ts'

/** Smaller files travel with the change that makes them. */
export const INLINE_BYTES = 64 * 1024
const WINDOW_BYTES = 12 * 1024 * 1024
/** Leaves room for another device of the same person, within what the service lets a person have under way. */
const PUTS_AT_ONCE = 2
/** Chunks that are sent by one request; leaves room for the list of them. */
const BUNDLE_BYTES = MAX_BUNDLE_BYTES - 64 * 1024

export interface Sending {
  readonly server: Pick<Server, 'findMissingChunks' | 'putChunk' | 'putChunks'>
  readonly signal: AbortSignal
  readonly persist: <T>(request: () => Promise<T>) => Promise<T>
  readonly sent: (bytes: number) => void
}

/** A content that is on the service, or whose bytes are to go along. */
export interface ReadyContent extends Content {
  readonly inline: readonly Chunk[]
}

/**
 * Reads a file and sends what the service does not hold of it. `changed`: it was written to meanwhile, or is another one;
 * what was sent for nothing is forgotten there. Throws as Node does, and as the service.
 */
export async function sendContent(
  sending: Sending,
  file: Looked,
): Promise<ReadyContent | 'changed' | 'too_large'> {
  const handle = await openToRead(file.path)
  try {
    const isSame = async () => {
      const { ino, size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true })
      return file.stamp === `${ino} ${size} ${mtimeNs} ${ctimeNs}`
    }
    if (!isAt(handle.fd, file.path) || !(await isSame())) return 'changed'
    if (file.size <= INLINE_BYTES) {
      const bytes = await readWhole(handle, file.size)
      if (!bytes || !(await isSame())) return 'changed'
      const inline = bytes.length === 0 ? [] : [chunkOf(bytes)]
      return { ...contentOf(inline), inline }
    }
    const chunks: ChunkRef[] = []
    let window: Chunk[] = []
    let bytes = 0
    for await (const chunk of cutFile(handle, file.size, sending.signal)) {
      if (chunks.length === MAX_CHUNKS_OF_FILE) return 'too_large'
      chunks.push({ sha256: chunk.sha256, size: chunk.size })
      window.push(chunk)
      bytes += chunk.size
      if (bytes < WINDOW_BYTES) continue
      await sendMissing(sending, window)
      window = []
      bytes = 0
      // Who writes to it all the time shall not have all of it sent each time.
      if (!(await isSame())) return 'changed'
    }
    await sendMissing(sending, window)
    const content = contentOf(chunks)
    return content.size === file.size && (await isSame()) ? { ...content, inline: [] } : 'changed'
  } finally {
    await handle.close()
  }
}

/** Undefined where it is shorter than it seemed. */
async function readWhole(
  handle: Awaited<ReturnType<typeof openToRead>>,
  size: number,
): Promise<Buffer | undefined> {
  const buffer = Buffer.allocUnsafe(size)
  for (let length = 0; length < size; ) {
    const { bytesRead } = await handle.read(buffer, length, size - length, length)
    if (bytesRead === 0) return undefined
    length += bytesRead
  }
  return buffer
}

async function sendMissing(
  { server, persist, signal, sent }: Sending,
  chunks: readonly Chunk[],
): Promise<void> {
  if (chunks.length === 0) return
  const refs = [...new Map(chunks.map(({ sha256, size }) => [sha256, { sha256, size }])).values()]
  const missing = await persist(() => server.findMissingChunks(refs))
  const byHash = new Map(chunks.map((chunk) => [chunk.sha256, chunk]))
  const toSend = bundlesOf([...byHash.values()].filter(({ sha256 }) => missing.has(sha256)))
  const worker = async () => {
    for (let bundle = toSend.pop(); bundle; bundle = toSend.pop()) {
      signal.throwIfAborted()
      const some = bundle
      const refused = some.length > 1 ? await persist(() => server.putChunks(some)) : undefined
      for (const { sha256, size, bytes } of some) {
        // Sent alone, a chunk gets an answer that says what is wrong with it.
        if (!refused || refused.has(sha256)) await persist(() => server.putChunk(sha256, bytes))
        sent(size)
      }
    }
  }
  await Promise.all(Array.from({ length: PUTS_AT_ONCE }, worker))
}

function bundlesOf(chunks: readonly Chunk[]): Chunk[][] {
  const bundles: Chunk[][] = []
  let bytes = 0
  for (const chunk of chunks) {
    const last = bundles.at(-1)
    bytes += chunk.size
    if (last && bytes <= BUNDLE_BYTES) last.push(chunk)
    else {
      bundles.push([chunk])
      bytes = chunk.size
    }
  }
  return bundles
}

/** A file as it is by now, to try again. */
export const lookAgain = ({ path, raw }: Looked): Looked => look(path, raw)
