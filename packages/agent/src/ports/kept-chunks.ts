import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { LocalId } from '../core/local-id.ts'

/** What large files consisted of when they were last read, beyond the end of the process. To lose one costs time and no more. */
export interface KeptChunks {
  find(id: LocalId): readonly ChunkRef[] | undefined
  keep(id: LocalId, stamp: string, chunks: readonly ChunkRef[]): void
}
