import type { BulkAction } from '@holdfast/api/files/file-bulk'
import { MAX_BULK } from '@holdfast/api/files/file-bulk'
import type { EntryId } from '@holdfast/api/ids'
import { authorizeContainer } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Bulk } from './bulk.ts'
import { formatCursor, type Progress, parseCursor } from './bulk-cursor.ts'
import { findOperation } from './bulk-operation.ts'
import { listChildrenAfter, listOfOperation } from './queries.ts'

/** Everything that is directly in a folder. */
export interface Everything {
  folderId: ParentId
  except: ReadonlySet<EntryId>
  /** The first change of an operation: only what that changed last. */
  onlyOf: number | undefined
  cursor: string | undefined
}

/** Items that one request looks at: fewer of those that cost more. */
const AT_ONCE: Record<BulkAction, number> = {
  ...{ delete: MAX_BULK, restore: MAX_BULK, move: MAX_BULK },
  ...{ lock: 200, unlock: 200, copy: 100, purge: 50 },
}

export interface Next {
  items: EntryAddress[]
  /** How to go on when these were done, and those after `last` were not looked at yet. */
  goOn: (db: Db, done: ReadonlySet<EntryId>, last?: EntryAddress) => Promise<GoOn>
}

export interface GoOn {
  left: number
  cursor: string | null
}

const isOfDeleted = (action: BulkAction): boolean => action === 'restore' || action === 'purge'

/** Whether what was done with an item takes it out of the list. */
const leaves = ({ action, rootId, to }: Bulk, folderId: ParentId): boolean =>
  isOfDeleted(action) ||
  action === 'delete' ||
  (action === 'move' && (to.rootId !== rootId || to.folderId !== folderId))

/** The next items of a folder to deal with. In a transaction that holds the row of the root, they stay as they are. */
export async function nextItems(db: Db, bulk: Bulk, everything: Everything): Promise<Next> {
  const { rootId, who, action, ctx } = bulk
  const { folderId, except, onlyOf, cursor } = everything
  const { root } = await authorizeContainer(db, who, { rootId, folderId }, 'FILE_VIEW')
  const begun = await findOperation(db, bulk, rootId, ctx.now())
  const from: Progress =
    cursor === undefined
      ? { folderId, asOf: begun ? begun.seq - 1 : root.seq, after: { nameKey: '', id: 0 }, staying: 0 }
      : parseCursor(cursor, folderId)
  const limit = AT_ONCE[action]
  const folder = { rootId, folderId, deleted: isOfDeleted(action) }
  const children = await listChildrenAfter(db, folder, from.after, limit)
  const wanted = children.filter(({ id, seq }) => seq <= from.asOf && !except.has(id))
  const of = onlyOf === undefined ? undefined : await listOfOperation(db, rootId, onlyOf, wanted)
  const meant = of ? wanted.filter(({ seq }) => of.has(seq)) : wanted
  return {
    items: meant.map(({ id, kind }) => ({ rootId, entryId: id, kind })),
    async goOn(later, done, lastSeen) {
      const end = lastSeen ? children.findIndex(({ id }) => id === lastSeen.entryId) + 1 : children.length
      const last = children[end - 1]
      if (!last || (end === children.length && end < limit)) return { left: 0, cursor: null }
      const gone = leaves(bulk, folderId) ? children.slice(0, end).filter(({ id }) => done.has(id)).length : 0
      const staying = from.staying + end - gone
      const there = await authorizeContainer(later, who, { rootId, folderId }, 'FILE_VIEW')
      const { live_children, deleted_children } = there.folder?.entry ?? there.root
      const next = { ...from, staying, after: { nameKey: last.name_key, id: last.id } }
      // Others may have taken away what is counted as staying.
      const left = Math.max(1, (folder.deleted ? deleted_children : live_children) - staying)
      return { left, cursor: formatCursor(next) }
    },
  }
}
