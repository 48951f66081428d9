import { fail } from '../../errors.ts'
import { contentOf } from '../../platform/content/staged.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { checkExtension } from '../../records/names.ts'
import { holdRoot } from '../../records/roots.ts'
import { commitFile, type Destination } from '../writing/commit-file.ts'
import { authorizeTarget, failTooLarge, type Target } from '../writing/upload-target.ts'
import { LIFE_MS } from './create-upload.ts'
import { pendingSize } from './own-upload.ts'
import type { HeldUpload } from './progress.ts'
import { deleteParts, listUploadChunks, type UploadRow, updateUpload } from './queries.ts'

export const targetOf = ({ root_id: rootId, folder_id, file_id: fileId }: UploadRow): Target =>
  fileId === null ? { rootId, folderId: folder_id as ParentId } : { rootId, fileId }

/** Makes an upload whose bytes are all there a file. All rules are looked at again: a day may have passed. */
export async function commitUpload(ctx: Ctx, who: PersonPrincipal, upload: HeldUpload): Promise<void> {
  const { row, lease } = upload
  const target = targetOf(row)
  const { policy, maxSize, name = row.name ?? '' } = await authorizeTarget(ctx, who, target)
  checkExtension(name, policy.excluded_extensions)
  const chunks = await listUploadChunks(ctx.db.read, row.id)
  const content = contentOf(
    chunks.map(({ sha256, size }) => ({ sha256, size, data: undefined, blob: undefined })),
  )
  if (content.size !== row.length)
    throw new Error(`Upload ${row.id} has ${content.size} of ${row.length} bytes`)
  if (content.size > maxSize) failTooLarge(maxSize)
  const to: Destination =
    'fileId' in target
      ? { ...target, ifVer: row.if_ver ?? undefined }
      : { ...target, onConflict: row.on_conflict ?? 'error' }
  upload.row = await ctx.db.write(async (tx) => {
    const at = ctx.now()
    await holdRoot(tx, row.root_id)
    if (!(await updateUpload(tx, row.id, lease, { expires_at: at + LIFE_MS }))) fail('upload_busy')
    const file = await commitFile(ctx, tx, who, to, {
      name,
      content,
      at,
      created: row.file_created_at ?? undefined,
      modified: row.file_modified_at ?? undefined,
      clientOp: row.client_op ?? undefined,
      pending: pendingSize(row),
    })
    const made = { entry_id: file.id, revision_id: file.revision_id }
    const updated = await updateUpload(tx, row.id, lease, made)
    await deleteParts(tx, [row.id])
    return updated ?? fail('upload_busy')
  })
}
