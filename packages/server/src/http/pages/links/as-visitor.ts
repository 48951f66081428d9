import { needsLogin, permissionsThrough } from '../../../access/links.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Arrival, Browser } from './arrive.ts'

/**
 * What a page shows to those who look after the link and ask to see it as a visitor does. They come by their own right
 * still: it is not counted, and no password is asked for. To all others the address says nothing.
 */
export async function asVisitor(ctx: Ctx, arrival: Arrival, { query }: Browser): Promise<Arrival> {
  const { visit, shown } = arrival
  const { access } = visit
  if (!access.exempt || query.get('preview') !== 'visitor') return arrival
  const { link, shared } = access
  const open = !(await needsLogin(ctx.db.read, link))
  const permissions = permissionsThrough(link, undefined, { open, creator: shared.permissions })
  return {
    visit: { ...visit, access: { ...access, permissions, exempt: false } },
    shown: {
      ...shown,
      account: undefined,
      csrf: undefined,
      preview: { asksPassword: link.password_hash !== null },
    },
  }
}
