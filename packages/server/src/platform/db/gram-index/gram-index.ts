import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Db, Tx } from '../database.ts'

/** A file or folder by its name. */
export interface NamedItem {
  id: EntryId
  root_id: RootId
  name: string
}

/** Which names hold which grams, of items that are not marked as deleted. */
export interface GramIndex {
  create(tx: Tx): Promise<void>
  /** For items that were just inserted. */
  addNew(tx: Tx, items: readonly NamedItem[]): Promise<void>
  /** For items that were there before and are not in the index. */
  add(tx: Tx, items: readonly NamedItem[]): Promise<void>
  /** For an index that holds nothing yet: takes in all items there are. */
  fill(tx: Tx): Promise<void>
  remove(tx: Tx, rootId: RootId, ids: readonly EntryId[]): Promise<void>
  /**
   * Items of a root whose ids are above `after` and whose names may hold all of the grams, lowest ids first. All that
   * do are among them, if they were in the index throughout; some that do not may be.
   */
  find(db: Db, rootId: RootId, grams: readonly string[], after: number): AsyncGenerator<EntryId[]>
}

/** How many items are looked at together: few first, since most who look want few. */
export const FIRST = 64
export const AT_ONCE = 512
