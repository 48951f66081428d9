import assert from 'node:assert/strict'
import type { RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { WHOLE_ROOT } from '../../src/platform/db/statements.ts'

interface Logged {
  seq: number
  op: string
  entry_id: number
  kind: 'file' | 'folder' | 'root'
  parent_id: number
}

interface Row {
  id: number
  kind: 'file' | 'folder'
  parent_id: number
  size: number
  deleted_at: number | null
  tree_seq: number
  tree_size: number
}

/**
 * Follows the log of a root, change by change, and knows from that what each folder is to know of what is below it. What
 * bytes there are it counts from the items, one by one.
 */
export class FolderTrees {
  readonly rootId: RootId
  readonly #db: Db
  readonly #parents = new Map<number, number>()
  readonly #newest = new Map<number, number>()
  #seq = 0

  constructor(db: Db, rootId: RootId) {
    this.#db = db
    this.rootId = rootId
  }

  /** Fails where a folder knows something else. Gives how many changes there were since the last time. */
  async check(about: string): Promise<number> {
    const before = this.#seq
    const { rows: log } = await sql<Logged>`
      select seq, op, entry_id, kind, parent_id from change
      where root_id = ${this.rootId} and seq > ${before} order by seq`.execute(this.#db)
    for (const change of log) this.#follow(change)
    if (log.length === 0) return 0
    const { rows } = await sql<Row>`
      ${WHOLE_ROOT} select id, kind, parent_id, size, deleted_at, tree_seq, tree_size from entry
      where root_id = ${this.rootId} order by id`.execute(this.#db)
    const items = new Map(rows.map((row) => [row.id, row]))
    const sizes = new Map<number, number>()
    for (const item of rows)
      if (item.kind === 'file')
        for (
          let one: Row | undefined = item;
          one && one.deleted_at === null && one.parent_id !== 0;
          one = items.get(one.parent_id)
        )
          sizes.set(one.parent_id, (sizes.get(one.parent_id) ?? 0) + item.size)
    const told = rows.map(({ id, tree_seq, tree_size }) => [id, tree_seq, tree_size])
    const right = rows.map(({ id }) => [id, this.#newest.get(id) ?? 0, sizes.get(id) ?? 0])
    assert.deepEqual(told, right, `${about}: changes ${before + 1} to ${this.#seq} of root ${this.rootId}`)
    return log.length
  }

  #follow({ seq, op, entry_id, kind, parent_id }: Logged): void {
    assert.equal(seq, this.#seq + 1)
    this.#seq = seq
    if (entry_id === 0 || op === 'purge') return
    const from = this.#parents.get(entry_id)
    if (from !== undefined) this.#tell(from, seq)
    this.#parents.set(entry_id, parent_id)
    this.#tell(parent_id, seq)
    if (op === 'create' && kind === 'folder') this.#newest.set(entry_id, seq)
  }

  #tell(folder: number, seq: number): void {
    const seen = new Set<number>()
    for (let id = folder; id !== 0 && !seen.has(id); id = this.#parents.get(id) ?? 0) {
      this.#newest.set(id, seq)
      seen.add(id)
    }
  }
}
