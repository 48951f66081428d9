import type { LocalId } from '../core/local-id.ts'
import type { FileContent, Seen } from '../ports/disk.ts'
import type { KeptChunks } from '../ports/kept-chunks.ts'
import { isRestlessStamp } from './identity.ts'

/** Lists of files from this size on are kept beyond the end of the process. */
const KEPT_FROM = 16 * 1024 * 1024
/** About 8 MiB. */
const MAX_CHUNKS = 50_000

interface Kept {
  readonly stamp: string
  readonly content: FileContent
  isTaken: boolean
}

/**
 * What large files were found to consist of when they were last read: so they need not be cut again to be sent, and once they
 * have changed, only where they did.
 */
export class ChunkLists {
  readonly #longer: KeptChunks | undefined
  readonly #kept = new Map<LocalId, Kept>()
  #chunks = 0

  constructor(longer?: KeptChunks) {
    this.#longer = longer
  }

  keep({ id, stamp }: Seen, content: FileContent): void {
    this.#drop(id)
    if (content.size >= KEPT_FROM) this.#longer?.keep(id, stamp, content.chunks)
    if (content.chunks.length < 2) return
    // The next edit of a restless one may not show in its stamp.
    this.#kept.set(id, { stamp, content, isTaken: isRestlessStamp(stamp) })
    this.#chunks += content.chunks.length
    for (const oldest of this.#kept.keys()) {
      if (this.#chunks <= MAX_CHUNKS) break
      this.#drop(oldest)
    }
  }

  /** Only once: a caller that asks again was told that it is wrong. */
  take({ id, stamp }: Seen): FileContent | undefined {
    const kept = this.#kept.get(id)
    if (!kept || kept.isTaken || kept.stamp !== stamp) return undefined
    kept.isTaken = true
    return kept.content
  }

  /** Its chunks at some time. */
  old = (id: LocalId): FileContent['chunks'] | undefined =>
    this.#kept.get(id)?.content.chunks ?? this.#longer?.find(id)

  #drop(id: LocalId): void {
    this.#chunks -= this.#kept.get(id)?.content.chunks.length ?? 0
    this.#kept.delete(id)
  }
}
