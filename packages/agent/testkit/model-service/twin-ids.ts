import type { Change } from '@holdfast/api/files/changes'
import type { BatchOp, SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId, RevisionId } from '@holdfast/api/ids'

/** Which ids of the service are which of the model: the service may pass some over. */
export class TwinIds {
  readonly #entries = new Map<EntryId, EntryId>()
  readonly #ofService = new Map<EntryId, EntryId>()
  readonly #revisions = new Map<RevisionId, RevisionId>()

  /** Two rows that are to be equal: what is new in both is the same from now on. */
  meet(ofService: SyncEntry | Change | undefined, ofModel: SyncEntry | Change | undefined): void {
    if (!ofService || !ofModel) return
    if (!this.#entries.has(ofService.entry_id) && !this.#ofService.has(ofModel.entry_id)) {
      this.#entries.set(ofService.entry_id, ofModel.entry_id)
      this.#ofService.set(ofModel.entry_id, ofService.entry_id)
    }
    if (ofService.revision_id !== null && ofModel.revision_id !== null)
      if (!this.#revisions.has(ofService.revision_id))
        this.#revisions.set(ofService.revision_id, ofModel.revision_id)
  }

  /** What the service calls an item of the model; what the model does not know either has one name in both. */
  ofService = (id: EntryId): EntryId => this.#ofService.get(id) ?? id

  /** A row of the service with the ids of the model. */
  asModel<Row extends SyncEntry | Change>(row: Row): Row {
    const { entry_id, parent_id, revision_id } = row
    return {
      ...row,
      entry_id: this.#entries.get(entry_id) ?? entry_id,
      parent_id: this.#entries.get(parent_id) ?? parent_id,
      revision_id: revision_id === null ? null : (this.#revisions.get(revision_id) ?? revision_id),
    }
  }

  asService<Op extends BatchOp>(op: Op): Op {
    return {
      ...op,
      ...('entry_id' in op && op.entry_id && { entry_id: this.ofService(op.entry_id) }),
      ...('folder_id' in op && op.folder_id && { folder_id: this.ofService(op.folder_id) }),
    }
  }
}

/** What several lines of one purge are about, in no order: the service takes them as they come. */
export function inAnyOrder(log: readonly Change[]): Change[] {
  const place = (line: Change) => (line.op === 'purge' ? line.first_seq : line.seq)
  return log
    .map((line) => (line.op === 'purge' ? { ...line, seq: line.first_seq } : line))
    .sort((one, other) => place(one) - place(other) || one.entry_id - other.entry_id)
}
