import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { nameKey } from '@holdfast/api/files/names'
import type { SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { decodeAttributes, type RawName, rawOfText } from '../core/backup-meta.ts'
import type { KnownItem } from '../core/backup-plan.ts'
import type { Position } from '../ports/store.ts'
import { openDatabase } from '../store/open-database.ts'
import type { Schema } from '../store/schema.ts'

const SCHEMA: Schema = {
  // `hdfb` in ASCII.
  applicationId: 0x68646662,
  steps: [
    `
    create table position (id integer primary key check (id = 0), epoch text, cursor text, seq integer not null) strict;
    create table item (
      id integer primary key, parent_id integer not null, kind text not null, raw text not null, name text not null,
      key text not null, ver integer not null, content text, size integer not null, modified text not null, meta text,
      identity text, stamp text
    ) strict;
    create index item_key on item (parent_id, key);
    create index item_identity on item (identity) where identity is not null;
    insert into position (id, seq) values (0, 0);
    `,
  ],
}

/** How an item was on the disk when it was read. */
export type OnDisk = Pick<KnownItem, 'identity' | 'stamp'>
const NOT_SEEN: OnDisk = { identity: null, stamp: null }

/**
 * What the service was last known to hold of a backup, and how the disk looked then. Losing it is safe: the service tells
 * what it holds, and the files are read once more.
 */
export class BackupState {
  readonly #db: DatabaseSync
  readonly #get: StatementSync
  readonly #children: StatementSync
  readonly #byIdentity: StatementSync
  readonly #byKey: StatementSync
  readonly #put: StatementSync
  readonly #seen: StatementSync
  readonly #delete: StatementSync

  constructor(file: string) {
    const { db } = openDatabase(file, SCHEMA)
    this.#db = db
    this.#get = db.prepare('select * from item where id = ?')
    this.#children = db.prepare('select * from item where parent_id = ?')
    this.#byIdentity = db.prepare('select * from item where identity = ? and kind = ? limit 1')
    this.#byKey = db.prepare('select id from item where parent_id = ? and key = ? and id <> ? limit 1')
    this.#put = db.prepare(`insert or replace into item values (${Array(13).fill('?').join(', ')})`)
    this.#seen = db.prepare('update item set identity = ?, stamp = ? where id = ?')
    this.#delete = db.prepare('delete from item where id = ?')
  }

  close(): void {
    this.#db.close()
  }

  /** All or nothing, and durable when it returns. */
  together(changes: () => void): void {
    this.#db.exec('begin immediate')
    try {
      changes()
      this.#db.exec('commit')
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      throw error
    }
  }

  /** Undefined before the service was asked for the first time, or when what is known may be wrong. */
  get position(): (Position & { seq: number }) | undefined {
    const { epoch, cursor, seq } = this.#db.prepare('select * from position').get() ?? {}
    return typeof epoch === 'string' && typeof cursor === 'string'
      ? { epoch, cursor, seq: Number(seq) }
      : undefined
  }

  set position(position: (Position & { seq: number }) | undefined) {
    this.#db
      .prepare('update position set epoch = ?, cursor = ?, seq = ?')
      .run(position?.epoch ?? null, position?.cursor ?? null, position?.seq ?? 0)
  }

  get = (id: EntryId): KnownItem | undefined => asItem(this.#get.get(id))
  children = (parentId: EntryId): KnownItem[] =>
    this.#children.all(parentId).flatMap((row) => asItem(row) ?? [])
  named = (identity: string, kind: KnownItem['kind']): KnownItem | undefined =>
    asItem(this.#byIdentity.get(identity, kind))
  /** Whether an item of a folder, other than one, has this key. */
  isTaken = (parentId: EntryId, key: string, but?: EntryId): boolean =>
    this.#byKey.get(parentId, key, but ?? 0) !== undefined

  put(entry: SyncEntry, onDisk: OnDisk): void {
    const { entry_id, parent_id, kind, name, ver, content, size, modified, meta } = entry
    const raw = decodeAttributes(meta)?.raw ?? rawOfText(name)
    const { identity, stamp } = onDisk
    const row = [entry_id, parent_id, kind, raw, name, nameKey(name), ver, content, size, modified, meta]
    this.#put.run(...row, identity, stamp)
  }

  noteSeen(id: EntryId, { identity, stamp }: OnDisk): void {
    this.#seen.run(identity, stamp, id)
  }

  forget(id: EntryId): void {
    this.#delete.run(id)
  }

  /** Takes over what the service holds; of what is still the same, it is also still known how the disk looked. */
  async replaceAll(pages: AsyncIterable<readonly SyncEntry[]>): Promise<void> {
    this.#db.exec('begin immediate; create temp table item_before as select * from item; delete from item')
    try {
      this.#db.exec('create unique index temp.item_before_id on item_before (id)')
      const before = this.#db.prepare('select * from item_before where id = ?')
      for await (const entries of pages)
        for (const entry of entries) {
          const known = asItem(before.get(entry.entry_id))
          const isSame = known && known.content === entry.content && known.meta === entry.meta
          this.put(entry, isSame ? known : NOT_SEEN)
        }
      // What is in a deleted folder cannot be reached from the top.
      this.#db.exec(
        `delete from item where id not in (with recursive live (id) as (
           select id from item where parent_id = 0
           union select item.id from item join live on item.parent_id = live.id) select id from live);
         drop table item_before; commit`,
      )
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      throw error
    }
  }

  /** Some items and all that is in them, from the inside out. */
  below(ids: readonly EntryId[]): KnownItem[] {
    const rows = this.#db
      .prepare(
        `with recursive found (id, depth) as (
           select value, 0 from json_each(?)
           union select item.id, depth + 1 from item join found on item.parent_id = found.id)
         select item.*, max(depth) as depth from found join item on item.id = found.id
         group by item.id order by max(depth) desc`,
      )
      .all(JSON.stringify(ids))
    return rows.flatMap((row) => asItem(row) ?? [])
  }

  get isEmpty(): boolean {
    return this.#db.prepare('select 1 from item limit 1').get() === undefined
  }

  totals(): { files: number; bytes: number } {
    const row = this.#db
      .prepare(`select count(*) as files, coalesce(sum(size), 0) as bytes from item where kind = 'file'`)
      .get()
    return { files: Number(row?.files), bytes: Number(row?.bytes) }
  }
}

type Row = Record<string, SQLOutputValue>

function asItem(row: Row | undefined): KnownItem | undefined {
  if (!row) return undefined
  const { id, parent_id, kind, raw, name, ver, content, size, modified, meta, identity, stamp } = row
  return {
    id: id as EntryId,
    parentId: parent_id as EntryId,
    kind: kind as KnownItem['kind'],
    raw: raw as RawName,
    name: name as string,
    ver: ver as number,
    content: content as string | null,
    size: size as number,
    modified: modified as string,
    meta: meta as string | null,
    identity: identity as string | null,
    stamp: stamp as string | null,
  }
}
