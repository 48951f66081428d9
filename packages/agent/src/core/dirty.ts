import type { EntryId } from '@holdfast/api/ids'
import type { LocalId } from './local-id.ts'

/** What has changed since the last plan. */
export class Dirty {
  /** What has itself changed, or was linked or unlinked. */
  readonly rows = new Set<EntryId>()
  readonly locals = new Set<LocalId>()
  /** Folders in which something has changed. */
  readonly nearRows = new Set<EntryId>()
  readonly nearLocals = new Set<LocalId>()

  get isEmpty(): boolean {
    return this.rows.size + this.locals.size + this.nearRows.size + this.nearLocals.size === 0
  }

  /** What it had, in an object of its own; then it is empty. */
  take(): Dirty {
    const taken = new Dirty()
    for (const id of this.rows) taken.rows.add(id)
    for (const id of this.locals) taken.locals.add(id)
    for (const id of this.nearRows) taken.nearRows.add(id)
    for (const id of this.nearLocals) taken.nearLocals.add(id)
    for (const set of [this.rows, this.locals, this.nearRows, this.nearLocals]) set.clear()
    return taken
  }
}
