import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { Content } from '../model-service/model-root.ts'

/** As large as a file must be for the limits of a simulated agent to be large. */
export const LARGE = 100

/** Every third content is large: it has three parts, the last of which others have too. */
export function chunksOf(content: string): ChunkRef[] {
  const first = { sha256: content, size: 1 }
  if (Number(content.slice(1)) % 3 !== 0) return [first]
  return [first, { sha256: `${content} more`, size: LARGE }, { sha256: 'the same', size: 7 }]
}

export const sizeOf = (content: string): number => chunksOf(content).reduce((sum, { size }) => sum + size, 0)

export const contentOf = (content: string): Content => ({
  id: content,
  size: sizeOf(content),
  chunks: chunksOf(content),
})
