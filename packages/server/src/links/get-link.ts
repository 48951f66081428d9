import type { SharelinkId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharelinks'
import { type LinkName, reachLink } from '../access/links.ts'
import type { AccountPrincipal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { guessing } from './guessing.ts'
import { linkView } from './view.ts'

/** A number is an id; hashes are longer than any. */
export const linkName = (text: string): LinkName =>
  /^\d{1,16}$/.test(text) ? { id: Number(text) as SharelinkId } : { hash: text }

export async function getLink(
  ctx: Ctx,
  who: AccountPrincipal | undefined,
  name: LinkName,
  withSubscribers: boolean,
  from: string,
): Promise<Sharelink> {
  const at = ctx.now()
  const access = await guessing(ctx, from, at, () => reachLink(ctx.db.read, who, name, at))
  return linkView(ctx, ctx.db.read, access, { withSubscribers, at })
}
