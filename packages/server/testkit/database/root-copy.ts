import assert from 'node:assert/strict'
import { type Change, listChanges } from '@holdfast/api/files/changes'
import { getSnapshot, type SyncEntry } from '@holdfast/api/files/sync'
import type { RootId } from '@holdfast/api/ids'
import type { CheckedClient } from '../servers/checked-client.ts'

type Row = Pick<SyncEntry, 'parent_id' | 'kind' | 'name' | 'ver' | 'revision_id' | 'size' | 'is_deleted'>

/** A client that keeps a copy of a root by snapshot and log, as a device does. */
export class RootCopy {
  readonly #who: CheckedClient
  readonly #rootId: RootId
  readonly rows = new Map<number, Row>()
  #cursor: string | undefined
  /** Whether the last page of the log was its end: whatever comes next begins an operation. */
  #atEnd = false

  constructor(who: CheckedClient, rootId: RootId) {
    this.#who = who
    this.#rootId = rootId
  }

  async begin(limit: number, betweenPages: () => Promise<unknown> = async () => {}): Promise<void> {
    this.rows.clear()
    this.#atEnd = false
    for (let after: string | undefined; ; ) {
      const page = await this.#who.call(getSnapshot, {
        root_id: this.#rootId,
        limit,
        ...(after !== undefined && { after }),
      })
      for (const row of page.results) this.#take(row.entry_id, row)
      this.#cursor = page.cursor
      if (page.next === null) return
      after = page.next
      await betweenPages()
    }
  }

  /** Reads the log up to where it ends now. */
  async follow(limit: number): Promise<void> {
    for (;;) {
      const { results, cursor, has_more } = await this.#who.call(listChanges, {
        root_id: this.#rootId,
        limit,
        ...(this.#cursor !== undefined && { cursor: this.#cursor }),
      })
      const [first] = results
      if (this.#atEnd && first) assert.equal(first.first_seq, first.seq, 'a page ended within an operation')
      for (const change of results) this.#apply(change)
      this.#cursor = cursor
      this.#atEnd = !has_more
      if (!has_more) return
    }
  }

  #apply({ op, entry_id, kind, ...row }: Change): void {
    if (op === 'purge') this.rows.delete(entry_id)
    else if (kind !== 'root') this.#take(entry_id, { ...row, kind })
  }

  #take(id: number, row: Row): void {
    const known = this.rows.get(id)
    if (!known || known.ver < row.ver) this.rows.set(id, row)
  }

  /** What can be reached from the top through nothing that is deleted, with paths, by id. */
  live() {
    const paths = new Map<number, string | undefined>([[0, '']])
    const pathOf = (id: number): string | undefined => {
      if (paths.has(id)) return paths.get(id)
      // A circle, in the middle of an operation, leads nowhere.
      paths.set(id, undefined)
      const row = this.rows.get(id)
      const above = row && !row.is_deleted ? pathOf(row.parent_id) : undefined
      paths.set(id, above === undefined ? undefined : `${above}/${row?.name}`)
      return paths.get(id)
    }
    return [...this.rows]
      .flatMap(([id, { kind, size, revision_id }]) => {
        const path = pathOf(id)
        return path === undefined ? [] : [{ id, path, ...(kind === 'file' && { size, revision_id }) }]
      })
      .sort((one, other) => one.id - other.id)
  }
}
