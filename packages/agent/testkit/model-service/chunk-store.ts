import type { ErrorCode } from '@holdfast/api/errors'
import type { ChunkRef } from '@holdfast/api/files/chunks'

interface Held {
  readonly size: number
  /** How often the contents of the root use it. */
  readonly uses: number
  /** It was sent by itself, and no file has it yet. */
  readonly sent: boolean
}

/** The chunks whose bytes come along with a content. */
export type Brought = { has(sha256: string): boolean }

/** Which chunks a root holds: names and sizes, no bytes. */
export class ChunkStore {
  #held = new Map<string, Held>()

  copy(): ChunkStore {
    const copy = new ChunkStore()
    copy.#held = new Map(this.#held)
    return copy
  }

  /** What no file has any more, and nobody has sent again, cannot be had by its name. */
  has(sha256: string): boolean {
    const held = this.#held.get(sha256)
    return held !== undefined && (held.uses > 0 || held.sent)
  }

  send({ sha256, size }: ChunkRef): void {
    if (!this.has(sha256)) this.#held.set(sha256, { size, uses: 0, sent: true })
  }

  /** Why no content can be made of these; `brought` are those whose bytes came along. */
  whyNot(chunks: readonly ChunkRef[], brought: Brought): ErrorCode | undefined {
    let missing = false
    for (const { sha256, size } of chunks) {
      if (brought.has(sha256)) continue
      if (!this.has(sha256)) missing = true
      else if (this.#held.get(sha256)?.size !== size) return 'invalid_request'
    }
    return missing ? 'missing_chunks' : undefined
  }

  use(chunks: readonly ChunkRef[], times: 1 | -1): void {
    for (const { sha256, size } of chunks) {
      const uses = (this.#held.get(sha256)?.uses ?? 0) + times
      this.#held.set(sha256, { size, uses, sent: false })
    }
  }
}
