import type { LocalId } from '../core/local-id.ts'
import type { FileContent, Seen } from '../ports/disk.ts'
import { isRestlessStamp } from './identity.ts'

/** About 8 MiB. */
const MAX_CHUNKS = 50_000

interface Kept {
  readonly stamp: string
  readonly content: FileContent
  isTaken: boolean
}

/** What large files were found to consist of when they were last read, so that they need not be cut again to be sent. */
export class ChunkLists {
  readonly #kept = new Map<LocalId, Kept>()
  #chunks = 0

  /** One whose next edit may not show in its stamp is not kept. */
  keep({ id, stamp }: Seen, content: FileContent): void {
    this.#drop(id)
    if (isRestlessStamp(stamp) || content.chunks.length < 2) return
    this.#kept.set(id, { stamp, content, isTaken: false })
    this.#chunks += content.chunks.length
    for (const oldest of this.#kept.keys()) {
      if (this.#chunks <= MAX_CHUNKS) break
      this.#drop(oldest)
    }
  }

  /** Only once: whoever asks again was told that it is not right. */
  take({ id, stamp }: Seen): FileContent | undefined {
    const kept = this.#kept.get(id)
    if (!kept || kept.isTaken || kept.stamp !== stamp) return undefined
    kept.isTaken = true
    return kept.content
  }

  #drop(id: LocalId): void {
    this.#chunks -= this.#kept.get(id)?.content.chunks.length ?? 0
    this.#kept.delete(id)
  }
}
