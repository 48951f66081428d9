import { type listUploads as operation, UPLOADS_PATH } from '@holdfast/api/files/uploads'
import type { EntryId } from '@holdfast/api/ids'
import type { ResultOf } from '@holdfast/api/operation'
import { formatUtc } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listUnfinished } from './queries.ts'

/** The caller's own uploads that are no files yet; there are a hundred at most. */
export async function listUploads(ctx: Ctx, who: PersonPrincipal): Promise<ResultOf<typeof operation>> {
  const rows = await listUnfinished(ctx.db.read, who.personId, ctx.now())
  return {
    results: rows.map((row) => ({
      type: 'upload',
      address: `${UPLOADS_PATH}/${row.key}`,
      root_id: row.root_id,
      folder_id: row.folder_id as EntryId | null,
      file_id: row.file_id,
      name: row.name,
      length: row.length,
      received: row.received,
      expires: formatUtc(row.expires_at),
    })),
  }
}
