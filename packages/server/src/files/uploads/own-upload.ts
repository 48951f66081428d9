import { fail, noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { deleteUploads, findUpload, type UploadRow } from './queries.ts'

/** An upload is its maker's alone. */
export async function getUpload(ctx: Ctx, who: PersonPrincipal, key: string): Promise<UploadRow> {
  const upload = await findUpload(ctx.db.read, key)
  if (!upload) return noSuch('upload at this address')
  if (upload.person_id !== who.personId) fail('forbidden')
  // Gone, though the job that removes it may not have come round yet.
  if (upload.expires_at <= ctx.now()) fail('not_found', 'The upload has expired.')
  return upload
}

/** What was sent is given up. A file that came of it stays. */
export async function deleteUpload(ctx: Ctx, who: PersonPrincipal, key: string): Promise<void> {
  const { id } = await getUpload(ctx, who, key)
  await ctx.db.write((tx) => deleteUploads(tx, [id]))
}
