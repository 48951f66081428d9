import type { listChanges } from '@holdfast/api/files/changes'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { applyBatch, BatchRequest, getSnapshot } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import type { ResultOf } from '@holdfast/api/operation'
import type { Instant } from '@holdfast/api/time'
import type { RemoteRow } from '../core/remote-tree.ts'
import type { ContentSource, SmallContent } from './disk.ts'

export interface Writer {
  /** The person whose device this is. */
  readonly isMe: boolean
  readonly name: string
  readonly at: Instant
}

export interface SentChunk {
  readonly sha256: string
  readonly bytes: Uint8Array
}

/** A content that the service does not give, and why. */
export interface LeftOut {
  readonly leftOut: string
}

/**
 * One root of the service, as this device reaches it. A refusal rejects with `ApiClientError`. Anything else that rejects
 * leaves open whether the request was done.
 */
export interface Server {
  /** What follows a cursor, in order. Where `has_more` is false, an operation has ended. */
  listChanges(cursor: string): Promise<ResultOf<typeof listChanges>>
  /**
   * A page of all items, or of those directly in a folder; `after` is `next` of the page before. With `asOfSeq`, all as they
   * were after that change.
   */
  getSnapshot(ask: {
    after?: string
    folderId?: EntryId
    asOfSeq?: number
  }): Promise<ResultOf<typeof getSnapshot>>
  /** Durable when it is answered. A change whose name the log knows is not made again. */
  applyBatch(request: BatchRequest, inline: readonly Uint8Array[]): Promise<ResultOf<typeof applyBatch>>
  /** Which of these the root does not hold; the others it keeps for days. */
  findMissingChunks(chunks: readonly ChunkRef[]): Promise<ReadonlySet<string>>
  /** Once it is answered, the caller may use their memory again. */
  putChunk(sha256: string, bytes: Uint8Array): Promise<void>
  /**
   * As `putChunk`, for several. Gives those that were refused because their bytes are others. Undefined where the service takes
   * them one by one only.
   */
  putChunks(chunks: readonly SentChunk[]): Promise<ReadonlySet<string> | undefined>
  /** Who wrote the content that a row names. */
  findWriter(row: RemoteRow): Promise<Writer>
  /** The content that a row names. It may be gone: then the log has more to say about the item. */
  openContent(row: RemoteRow): Promise<ContentSource>
  /**
   * The contents that some rows name, all of them small, by the ids of the items. Those that are missing in it may come with
   * another request. Undefined where the service gives them one by one only.
   */
  openContents(rows: readonly RemoteRow[]): Promise<ReadonlyMap<EntryId, SmallContent | LeftOut> | undefined>
}
