import type { PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { DavScope } from '../../../platform/db/tables/webdav.ts'
import type { EntryRow } from '../../../records/entries.ts'
import { listEntries, waysTo } from '../../../records/many-entries.ts'
import { isHeld } from '../../basics/check-unlocked.ts'
import type { Found, Free } from '../places/find-place.ts'
import { type DavLockRow, listDavLocks } from './queries.ts'

/** A lock as programs are told of it. */
export interface ActiveLock {
  /** None for one that was taken in the app or by another program than one that speaks WebDAV. */
  token: string | undefined
  personId: PersonId
  scope: DavScope
  deep: boolean
  /** XML of the program, or the holder's name. */
  owner: { xml: string } | { name: string }
  /** None: until it is unlocked. */
  until: Instant | null
  /** What it was taken on: 0 is the top of the root. */
  on: ParentId
}

/** All locks of a root, asked for once: there are few. */
export class RootLocks {
  readonly at: Instant
  readonly #rows: readonly DavLockRow[]

  private constructor(rows: readonly DavLockRow[], at: Instant) {
    this.#rows = rows
    this.at = at
  }

  static async read(db: Db, rootId: RootId, at: Instant): Promise<RootLocks> {
    return new RootLocks(await listDavLocks(db, { rootId, at }), at)
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  /** The locks that an item itself has; one that kept others out counts no longer once that was ended in the app. */
  own(
    id: ParentId,
    entry: Pick<EntryRow, 'locked_by' | 'lock_holder' | 'locked_at' | 'lock_until'>,
  ): ActiveLock[] {
    const held = isHeld(entry, this.at)
    const rows = this.#rows.filter(
      (row) => row.entry_id === id && (row.holds === 0 || (held && row.person_id === entry.locked_by)),
    )
    const locks = rows.map(asActive)
    if (held && !rows.some((row) => row.holds === 1 && row.person_id === entry.locked_by))
      locks.push({
        token: undefined,
        personId: entry.locked_by as PersonId,
        scope: 'exclusive',
        deep: true,
        owner: { name: entry.lock_holder ?? '' },
        until: entry.lock_until,
        on: id,
      })
    return locks
  }

  /** Those that hold for a place: its own, and those of folders above it that hold for all in them. */
  on(place: Found | Free): ActiveLock[] {
    const { root } = place.location
    const above = [...this.own(0, root), ...place.folders.flatMap((folder) => this.own(folder.id, folder))]
    const inherited = above.filter(({ deep }) => deep)
    if (place.at === 'free') return inherited
    if (place.entry) return [...inherited, ...this.own(place.entry.id, place.entry)]
    return this.own(0, root)
  }

  /** Those that programs hold on something in a folder, however deep. */
  async below(db: Db, place: Found): Promise<ActiveLock[]> {
    const { id: rootId } = place.location.root
    const rows = this.#rows.filter(({ entry_id }) => entry_id !== 0 && entry_id !== place.entry?.id)
    if (rows.length === 0) return []
    if (!place.entry) return rows.map(asActive)
    const ids = rows.flatMap(({ entry_id }) => (entry_id === 0 ? [] : [entry_id]))
    const items = new Map((await listEntries(db, rootId, ids)).map((item) => [item.id as ParentId, item]))
    const wayTo = await waysTo(db, rootId, [...items.values()])
    const isBelow = ({ entry_id }: DavLockRow) => {
      const item = items.get(entry_id)
      return item?.deleted_at === null && wayTo(item).some(({ id }) => id === place.entry?.id)
    }
    return rows.filter(isBelow).map(asActive)
  }
}

const asActive = ({ token, person_id, scope, deep, owner, until, entry_id }: DavLockRow): ActiveLock => ({
  token,
  personId: person_id,
  scope,
  deep: deep === 1,
  owner: { xml: owner },
  until,
  on: entry_id,
})
