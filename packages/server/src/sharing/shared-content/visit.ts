import { type ContentAccess, reachContent } from '../../access/links.ts'
import type { Ctx } from '../../platform/context.ts'
import { networkOf } from '../../platform/limits/network.ts'
import type { LinkName, VisitorPrincipal } from '../../platform/principal.ts'
import { type Guesser, guessing } from './guessing.ts'
import { checkTicket } from './tickets.ts'
import { checkLeft } from './used-up.ts'

/** Who calls, and what it brings along. */
export interface LinkCaller extends Guesser {
  userAgent: string
  /** From anyone who gave the password of the link. */
  ticket(linkId: number): string | undefined
  /** From anyone who told a file request who they are. */
  sender(linkId: number): string | undefined
}

/** Someone who came through a link, and what it found. */
export interface Visit {
  who: VisitorPrincipal
  access: ContentAccess
  caller: LinkCaller
}

export interface VisitOptions {
  /** What is asked for may be the rest of a download that was counted: `checkDownloadLeft` looks at that. */
  resuming?: boolean
}

/** Lets someone in to what a link shares: anyone who may use the link, with its password if it has one. */
export async function visit(
  ctx: Ctx,
  caller: LinkCaller,
  link: LinkName,
  { resuming = false }: VisitOptions = {},
): Promise<Visit> {
  const { account, address } = caller
  const at = ctx.now()
  const access = await guessing(ctx, caller, link, () => reachContent(ctx.db.read, { account, link, at }))
  const { id, root_id, entry_id, kind } = access.link
  if (!access.exempt) checkTicket(ctx, access.link, caller.ticket(id), at)
  if (!resuming) checkLeft(access)
  const who: VisitorPrincipal = {
    kind: 'visitor',
    sharelinkId: id,
    link,
    account,
    network: networkOf(address),
    at,
    rootId: root_id,
    entryId: entry_id,
    entryKind: kind,
  }
  return { who, access, caller }
}
