import { rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import type { Server } from '../../ports/server.ts'
import { openDatabase } from '../../store/open-database.ts'
import type { Schema } from '../../store/schema.ts'

const SCHEMA: Schema = {
  // `hdfr` in ASCII.
  applicationId: 0x68646672,
  steps: [
    `
    create table entry (id integer primary key, parent_id integer not null, kind text not null, entry text not null) strict;
    create index entry_parent on entry (parent_id);
    `,
  ],
}

/** All that a backup held at some point, in a file, since it may be more than memory has room for. */
export class Listing implements Disposable {
  readonly #file: string
  readonly #db: DatabaseSync

  private constructor(file: string) {
    this.#file = file
    this.#db = openDatabase(file, SCHEMA).db
    this.#db.exec('delete from entry')
  }

  /** `asOfSeq` null: as it is now. */
  static async read(
    file: string,
    asOfSeq: number | null,
    getSnapshot: Server['getSnapshot'],
  ): Promise<Listing> {
    const listing = new Listing(file)
    try {
      // What is true now may be another thing on the next page; what was true stays so.
      const asOf = asOfSeq ?? (await getSnapshot({})).seq
      for (let after: string | undefined; ; ) {
        const page = await getSnapshot({ asOfSeq: asOf, ...(after !== undefined && { after }) })
        listing.#add(page.results)
        if (page.next === null) return listing
        after = page.next
      }
    } catch (error) {
      listing[Symbol.dispose]()
      throw error
    }
  }

  #add(entries: readonly SyncEntry[]): void {
    const insert = this.#db.prepare('insert into entry values (?, ?, ?, ?)')
    this.#db.exec('begin')
    for (const entry of entries)
      insert.run(entry.entry_id, entry.parent_id, entry.kind, JSON.stringify(entry))
    this.#db.exec('commit')
  }

  children(parentId: EntryId): SyncEntry[] {
    const rows = this.#db.prepare('select entry from entry where parent_id = ? order by id').all(parentId)
    return rows.map(({ entry }) => JSON.parse(String(entry)) as SyncEntry)
  }

  hasFolder(id: EntryId): boolean {
    return this.#db.prepare(`select 1 from entry where id = ? and kind = 'folder'`).get(id) !== undefined
  }

  /** Those that can be reached from a folder, or from the top: others are in deleted folders. */
  countFiles(from: EntryId): number {
    const row = this.#db
      .prepare(
        `with recursive live (id, kind) as (
           select id, kind from entry where parent_id = ?
           union select entry.id, entry.kind from entry join live on entry.parent_id = live.id)
         select count(*) as files from live where kind = 'file'`,
      )
      .get(from)
    return Number(row?.files)
  }

  [Symbol.dispose](): void {
    this.#db.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.#file + suffix, { force: true })
  }
}
