import { findEndedLink } from '../../../access/ended-link.ts'
import { reachLink } from '../../../access/links.ts'
import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { displayName } from '../../../records/people.ts'
import { csrfTokenOf } from '../../../sign-in/oauth/authenticate.ts'
import { siteOf } from '../frame/site.ts'
import type { Arrival, Browser } from './arrive.ts'
import type { Meeting } from './problem-pages.ts'

export const asksForPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.extra?.password_required === true

/** What someone may know who meets a problem, once inside or still before the link. */
export async function meetingOf(
  ctx: Ctx,
  browser: Browser,
  error: ApiError,
  arrival: Arrival | undefined,
): Promise<Meeting> {
  const { used_up: isUsedUp, password_required: isLocked } = error.extra ?? {}
  if (isUsedUp === true || isLocked === true) return meetingAtLink(ctx, browser)
  if (!arrival) return (error.code === 'not_found' ? meetingTooLate : strangersMeeting)(ctx, browser)
  const { look, addresses } = arrival.shown
  return { ...(await strangersMeeting(ctx, browser)), look, top: addresses.topAgain }
}

/** For those whom the link did not let in: nothing tells whose it is. */
async function strangersMeeting(
  ctx: Ctx,
  { kind, page, caller, speech, session }: Browser,
): Promise<Meeting> {
  return {
    look: await siteOf(ctx, speech),
    kind,
    page,
    account: caller.account?.name,
    csrf: session === undefined ? undefined : csrfTokenOf(session),
  }
}

/** For those who have come to a link, and still need its password or are too late: they may know whose it is. */
export async function meetingAtLink(ctx: Ctx, browser: Browser): Promise<Meeting> {
  const { hash, caller, speech } = browser
  const { link, creator } = await reachLink(ctx.db.read, caller.account, { hash }, ctx.now())
  return {
    ...(await strangersMeeting(ctx, browser)),
    look: await siteOf(ctx, speech, link.organization_id),
    ended: { asks: displayName(creator) },
  }
}

/** For those who come to a link that does not work: they may know whose it is if it would let them in otherwise. */
async function meetingTooLate(ctx: Ctx, browser: Browser): Promise<Meeting> {
  const meeting = await strangersMeeting(ctx, browser)
  const { kind, hash, caller, speech } = browser
  const found = await findEndedLink(ctx.db.read, caller.account, { hash }, ctx.now()).catch(
    (error: unknown) => {
      if (error instanceof ApiError) return undefined
      throw error
    },
  )
  if (found?.link.kind !== kind) return meeting
  const { link, creator, own } = found
  // Behind a password, not even the page of a link that works says more.
  const tells = link.password_hash === null || own
  return {
    ...meeting,
    look: await siteOf(ctx, speech, link.organization_id),
    ended: {
      own,
      expired: found.expired,
      lastDay: found.expired && tells ? link.expires : null,
      asks: tells && found.creatorWorks ? displayName(creator) : undefined,
    },
  }
}
