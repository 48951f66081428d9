import type { SharelinkId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { reachLink } from '../../access/links.ts'
import type { Ctx } from '../../platform/context.ts'
import { idIn } from '../../platform/parameters.ts'
import type { LinkName } from '../../platform/principal.ts'
import { guessing } from '../shared-content/guessing.ts'
import { checkTicket } from '../shared-content/tickets.ts'
import type { LinkCaller } from '../shared-content/visit.ts'
import { linkView } from './view.ts'

/** A number is an id; hashes are longer than any. */
export function linkName(text: string): LinkName {
  const id = idIn(text) as SharelinkId | undefined
  return id === undefined ? { hash: text } : { id }
}

export async function getLink(
  ctx: Ctx,
  caller: LinkCaller,
  name: LinkName,
  withSubscribers: boolean,
): Promise<Sharelink> {
  const at = ctx.now()
  const access = await guessing(ctx, caller, name, () => reachLink(ctx.db.read, caller.account, name, at))
  if (!access.manages) checkTicket(ctx, access.link, caller.ticket(access.link.id), at)
  return linkView(ctx, ctx.db.read, access, { withSubscribers, at })
}
