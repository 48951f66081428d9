import { createHash } from 'node:crypto'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { CONTENT_ID_PREFIX } from '@holdfast/api/files/content-id'
import type { Content } from './model-root.ts'

/** So few that files have them in common, and so many that not all are there. */
export const TEXTS = ['', ...Array.from({ length: 25 }, (_, n) => `content ${n} `.repeat(1 + 10 * n))]

const chunkOf = (text: string): ChunkRef => ({
  sha256: createHash('sha256').update(text).digest('hex'),
  size: text.length,
})
export const CHUNKS = TEXTS.slice(1).map(chunkOf)
const BYTES = new Map(TEXTS.slice(1).map((text) => [chunkOf(text).sha256, Buffer.from(text)]))
export const bytesOf = ({ sha256 }: ChunkRef): Buffer<ArrayBuffer> => BYTES.get(sha256) ?? Buffer.alloc(0)

/** As the service tells contents apart. */
export const contentIdOf = (chunks: readonly ChunkRef[]): string => {
  const hash = createHash('sha256').update(CONTENT_ID_PREFIX)
  for (const { sha256 } of chunks) hash.update(sha256, 'hex')
  return hash.digest('hex')
}

export function contentOf(text: string): Content {
  const chunks = text === '' ? [] : [chunkOf(text)]
  return { id: contentIdOf(chunks), size: text.length, chunks }
}
