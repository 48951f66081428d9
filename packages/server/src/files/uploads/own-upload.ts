import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { fail, noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { UploadId } from '../../platform/db/tables/uploads.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { holdRoot } from '../../records/roots.ts'
import { reserveStorage } from '../writing/quota.ts'
import { deleteUploads, findUpload, holdUploads, type UploadRow } from './queries.ts'

/** An upload is its maker's alone. */
export async function getUpload(ctx: Ctx, who: PersonPrincipal, key: string): Promise<UploadRow> {
  const upload = await findUpload(ctx.db.read, key)
  if (!upload) return noSuch('upload at this address')
  if (upload.person_id !== who.personId) fail('forbidden')
  // Gone, though the job that removes it may not have come round yet.
  if (upload.expires_at <= ctx.now()) fail('not_found', 'The upload has expired.')
  return upload
}

/** What quotas count for an upload: all that it will be, where that is known. */
export const pendingSize = ({ length, received, revision_id }: UploadRow): number =>
  revision_id === null ? (length ?? received) : 0

/** What was sent is given up. A file that came of it stays. */
export async function deleteUpload(ctx: Ctx, who: PersonPrincipal, key: string): Promise<void> {
  const { id, root_id } = await getUpload(ctx, who, key)
  await ctx.db.write((tx) => endUploads(ctx, tx, root_id, [id]))
}

/** Removes uploads to a root, or those of them that have expired by then. Quotas count them no more. */
export async function endUploads(
  ctx: Ctx,
  tx: Tx,
  rootId: RootId,
  ids: readonly UploadId[],
  expiredBy?: Instant,
): Promise<void> {
  // First of all, as finishing an upload holds the root before the upload.
  const root = await holdRoot(tx, rootId)
  const held = await holdUploads(tx, ids)
  const ended = held.filter(({ expires_at }) => expires_at <= (expiredBy ?? expires_at))
  await deleteUploads(
    tx,
    ended.map(({ id }) => id),
  )
  const pending = ended.reduce((sum, upload) => sum + pendingSize(upload), 0)
  await reserveStorage(ctx, tx, root, -pending, ctx.now())
}
