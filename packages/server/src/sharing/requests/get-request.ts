import type { SharelinkId } from '@holdfast/api/ids'
import type { FileRequest } from '@holdfast/api/sharing/file-requests'
import { authorizeLink } from '../../access/links.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findRequest, type RequestRow } from '../../records/file-requests.ts'
import type { LinkRow } from '../../records/links.ts'
import { requestView } from './view.ts'

/** For those who look after the link and may see what it shares. */
export async function authorizeRequest(
  db: Db,
  who: PersonPrincipal,
  id: SharelinkId,
): Promise<{ link: LinkRow; request: RequestRow }> {
  const link = await authorizeLink(db, who, id, 'change')
  const request = (await findRequest(db, id)) ?? noSuch(`file request for share link ${id}`)
  return { link, request }
}

export async function getRequest(ctx: Ctx, who: PersonPrincipal, id: SharelinkId): Promise<FileRequest> {
  const { request } = await authorizeRequest(ctx.db.read, who, id)
  return requestView(ctx.db.read, request, ctx.now())
}
