import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { updateTime } from '../../records/entry-times.ts'
import { returnSeq, takeSeq } from '../../records/roots.ts'
import { touchContainer } from '../../records/touch-folders.ts'
import { authorizeChange } from '../basics/authorize-change.ts'
import { recordChange } from '../basics/record-change.ts'
import { pathOf } from '../basics/view.ts'

export interface NewTime {
  modified: Instant
  ifVer?: number | undefined
  clientOp?: string | undefined
}

/**
 * Gives a file another time of change. Its content is the same, so it gets no revision: anyone who only sets times would fill
 * its history.
 */
export async function touchInTransaction(
  tx: Tx,
  who: Principal,
  { rootId, fileId }: { rootId: RootId; fileId: EntryId },
  { modified, ifVer, clientOp }: NewTime,
  at: Instant,
): Promise<void> {
  const seq = await takeSeq(tx, rootId)
  const path = { rootId, entryId: fileId, kind: 'file' as const }
  const { root, entry: before, ancestors } = await authorizeChange(tx, who, path, 'FILE_WRITE', at)
  if (ifVer !== undefined && ifVer !== before.ver) fail('ver_conflict')
  if (modified === before.modified_at) return returnSeq(tx, rootId)
  const entry = await updateTime(tx, before, { modified_at: modified, changed_at: at, seq })
  await touchContainer(tx, rootId, { way: ancestors, live: 0, deleted: 0, seq, size: 0 })
  await recordChange(tx, who, { op: 'update', entry, before, at, clientOp })
  await recordActivity(tx, who, 'file_updated', { root, path: `${pathOf(ancestors)}/${entry.name}` }, at)
}
