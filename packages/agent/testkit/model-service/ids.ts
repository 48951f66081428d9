import type { EntryId, RevisionId } from '@holdfast/api/ids'

/** As many as the service leaves out when it was set back to a copy. */
export const SKIPPED = 10_000_000

/** Gives ids, each once. */
export class Ids {
  #entries = 0
  #revisions = 0

  nextEntry(): EntryId {
    return ++this.#entries as EntryId
  }

  nextRevision(): RevisionId {
    return ++this.#revisions as RevisionId
  }

  copy(): Ids {
    const copy = new Ids()
    copy.#entries = this.#entries
    copy.#revisions = this.#revisions
    return copy
  }

  skip(): void {
    this.#entries += SKIPPED
    this.#revisions += SKIPPED
  }
}
