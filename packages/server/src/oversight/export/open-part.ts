import type { ExportId } from '@holdfast/api/ids'
import { noSuch } from '../../errors.ts'
import type { OpenFile } from '../../files/reading/open-file.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findOrganization } from '../../records/organizations.ts'
import { authorizeExport } from './authorize-export.ts'
import { listParts } from './queries.ts'
import { readPart } from './verify-part.ts'

/** A part of an export that is done, ready to be read from anywhere in it. */
export async function openPart(
  ctx: Ctx,
  who: PersonPrincipal,
  id: ExportId,
  number: number,
): Promise<OpenFile> {
  const row = await authorizeExport(ctx.db.read, who, id)
  const isThere = row.state === 'done' && row.released_at === null
  const part = isThere && (await listParts(ctx.db.read, id)).find((each) => each.number === number)
  const organization = await findOrganization(ctx.db.read, row.organization_id)
  if (!part || !organization) return noSuch(`part ${number} of export ${id}`)
  return {
    name: `${organization.name}-${number}.zip`,
    size: part.size,
    modified: row.finished_at ?? row.created_at,
    contentId: part.sha256?.toString('hex') ?? `${id}-${number}`,
    async begun({ start }) {
      // What follows the first bytes is the rest of the same download.
      if (start > 0) return
      const about = `part ${number} of export ${id}`
      await ctx.db.write((tx) =>
        recordActivity(tx, who, 'export_downloaded', { organization, about }, ctx.now()),
      )
    },
    read: (start, end) => readPart(ctx, { id, rootId: row.root_id, part: number }, start, end),
  }
}
