import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeEntry, type EntryAccess } from '../../../access/authorize.ts'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { findRevision, type RevisionRow } from '../../../records/revisions.ts'
import { holdRoot, type RootRow, takeSeq } from '../../../records/roots.ts'
import { authorizeChange } from '../../basics/authorize-change.ts'
import { markEntryDeleted, takeAway } from '../../writing/delete-entry.ts'
import { copyProperties } from '../properties/copy-properties.ts'
import { type Arrived, type Arriving, arrive } from './arrive.ts'
import { contentFrom } from './stored-content.ts'

export interface FileToPut {
  from: { rootId: RootId; fileId: EntryId }
  to: { root: RootRow; folderId: ParentId; name: string }
  move: boolean
  over: Arriving['over']
}

/**
 * The content of one file comes to the name of another, as its next revision, and a file that is moved there is gone then: one
 * operation, without bytes. The caller holds the rows of both roots.
 */
export async function putFileAt(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  { from, to, move, over }: FileToPut,
  at: Instant,
): Promise<Arrived> {
  const source = await reachSource(tx, who, from, move, at)
  const head = await headOf(tx, source)
  const { seq } = await holdRoot(tx, to.root.id)
  const content = await contentFrom(tx, { rootId: from.rootId, id: head.id }, to.root.id, at)
  const arriving = { ...to, content, modified: source.entry.modified_at, began: at, over }
  const arrived = await arrive(ctx, tx, who, arriving, at)
  await copyProperties(
    tx,
    { rootId: from.rootId, id: from.fileId },
    { rootId: to.root.id, id: arrived.fileId },
  )
  if (!move) return arrived
  const own = await takeSeq(tx, from.rootId)
  // Nothing but the deletion happens in another root, or where the name had this very content already.
  if (from.rootId !== to.root.id || own === seq + 1) await markEntryDeleted(tx, who, source, own, at)
  else await takeAway(tx, who, source, own, at, { firstSeq: seq + 1, replacedBy: arrived.fileId })
  return arrived
}

async function reachSource(
  tx: Tx,
  who: PersonPrincipal,
  { rootId, fileId }: FileToPut['from'],
  move: boolean,
  at: Instant,
): Promise<EntryAccess> {
  const path = { rootId, entryId: fileId, kind: 'file' as const }
  const source = await authorizeEntry(tx, who, path, 'FILE_READ')
  if (source.deleted) fail('not_found', 'The file was deleted.')
  if (!move) return source
  await authorizeEntry(tx, who, path, 'FILE_DELETE')
  return authorizeChange(tx, who, path, 'FILE_WRITE', at)
}

async function headOf(tx: Tx, { entry }: EntryAccess): Promise<RevisionRow> {
  const head = entry.revision_id && (await findRevision(tx, entry.root_id, entry.revision_id))
  if (!head) throw new Error(`File ${entry.id} has no revision`)
  return head
}
