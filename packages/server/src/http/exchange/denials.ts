import type { OrganizationId, SharelinkId } from '@holdfast/api/ids'
import type { ApiError } from '../../errors.ts'
import type { Ctx, Denied } from '../../platform/context.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import type { Visit } from '../../sharing/shared-content/visit.ts'
import type { Request } from './server.ts'

/** Who asks, once that is known. */
const callers = new WeakMap<Request, AccountPrincipal>()
export const rememberCaller = (req: Request, who: AccountPrincipal): void => {
  callers.set(req, who)
}

interface Through {
  link: SharelinkId
  /** Whose link it is. */
  organization: OrganizationId
}

/** The link that a request came through, once that is known. */
const links = new WeakMap<Request, Through>()
export const rememberLink = (req: Request, { who, access }: Visit): void => {
  links.set(req, { link: who.sharelinkId, organization: access.link.organization_id })
}

export const linkIn = (req: Request): Through | undefined => links.get(req)

export const callerIn = (req: Request): AccountPrincipal | undefined => callers.get(req)

/** Puts on record that someone who is signed in was kept from something, and what its request said it was. */
export function noteDenial(ctx: Ctx, req: Request, error: ApiError): void {
  const who = callerIn(req)
  if (error.code !== 'forbidden' || !who) return
  // What someone has to do or to give first, or comes too late for, is not kept from it.
  if (who.mustFirst || error.extra?.password_required || error.extra?.used_up) return
  const { operation = 'open a page' } = req.routeOptions.config as { operation?: string }
  const on = namedIn(req.params as Record<string, string>)
  ctx.denials.add(who, { doing: operation.replaceAll('_', ' '), on }, ctx.now())
}

/** The most telling id of a path first: a team share has that of its organization before its own. */
const NAMES = [
  ['root_id', 'root'],
  ['sharelink_id', 'link'],
  ['person_id', 'person'],
  ['guest_id', 'guest'],
  ['group_id', 'group'],
  ['machine_id', 'machine'],
  ['organization_id', 'organization'],
] as const

function namedIn(params: Record<string, string>): Denied['on'] {
  for (const [name, kind] of NAMES)
    if (/^\d{1,15}$/.test(params[name] ?? '')) return { kind, id: Number(params[name]) }
  const hash = params.sharelink_id ?? params.hash
  return hash === undefined ? undefined : { kind: 'link', hash }
}
