import type { IncomingMessage } from 'node:http'
import type { MachineId } from '@holdfast/api/ids'
import { MINUTE_MS } from '@holdfast/api/time'
import { checkDuties } from '../../access/duties.ts'
import { ApiError, busy, fail } from '../../errors.ts'
import { askedBy } from '../../platform/basics/asking.ts'
import type { Ctx } from '../../platform/context.ts'
import type { AccountPrincipal, PersonPrincipal } from '../../platform/principal.ts'
import { authenticateBasic } from '../../sign-in/app-passwords/authenticate-basic.ts'
import { authenticate, authenticateBrowser, authenticateDevice } from '../../sign-in/oauth/authenticate.ts'
import { basicCredentials, bearerToken, headerOf, isAnonymous, isForeign, sessionCookie } from './caller.ts'
import { rememberCaller } from './denials.ts'
import type { Request } from './server.ts'

/**
 * The gate of every request but those for pages and for tokens. Nothing of the request is looked at before, and the order
 * is always the same: who is calling, whether its organization may ask again already, what it must do first.
 */
export async function admitAccount(ctx: Ctx, req: Request, operation: string): Promise<AccountPrincipal> {
  const who = await accountOf(ctx, req)
  await checkRate(ctx, who)
  checkDuties(who, operation)
  return who
}

/** For answers that take long: whether the caller would still be let in. It is the same request, so it counts once. */
export async function admitAgain(ctx: Ctx, req: Request, operation: string): Promise<AccountPrincipal> {
  const who = await accountOf(ctx, req)
  checkDuties(who, operation)
  return who
}

/** As `admitAccount`, for what guests have no use for. */
export const admitPerson = async (ctx: Ctx, req: Request, operation: string): Promise<PersonPrincipal> =>
  personOf(await admitAccount(ctx, req, operation))

export const personOf = (who: AccountPrincipal): PersonPrincipal =>
  who.kind === 'person' ? who : fail('forbidden', 'Guests can only open share links.')

/**
 * As `admitAccount`, also for those who show neither token nor cookie but name something by a secret: an id, being a
 * number, is none. A token that does not count is refused.
 */
export async function admitVisitor(
  ctx: Ctx,
  req: Request,
  operation: string,
): Promise<AccountPrincipal | undefined> {
  return isAnonymous(req) && namesSecret(req) ? undefined : admitAccount(ctx, req, operation)
}

const namesSecret = (req: Request): boolean => {
  const [first = ''] = Object.values(req.params as Record<string, string>)
  return !/^\d*$/.test(first)
}

/** Who asks: by bearer token, else by the cookie of a web session. */
async function accountOf(ctx: Ctx, req: Request): Promise<AccountPrincipal> {
  return remembered(req, await findOut(ctx, req))
}

function remembered<Who extends AccountPrincipal>(req: Request, who: Who): Who {
  rememberCaller(req, who)
  askedBy(who.organizationId, callerKey(who))
  return who
}

/** For programs that know nothing but a name and a password, which they send with each request. */
export async function admitProgram(ctx: Ctx, req: Request, operation: string): Promise<PersonPrincipal> {
  const given =
    basicCredentials(req) ?? fail('access_denied', 'Sign in with your email address and an app password.')
  const program = headerOf(req, 'user-agent')
  const who = remembered(req, await authenticateBasic(ctx, { ...given, network: req.ip, program }))
  await checkRate(ctx, who)
  checkDuties(who, operation)
  return who
}

/** Whether a request that needs no token brings one that counts. */
export async function isKnownCaller(ctx: Ctx, req: Request): Promise<boolean> {
  try {
    await accountOf(ctx, req)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Whose reads wait for each other: those of a person do not wait for its devices. */
function callerKey(who: AccountPrincipal): string {
  if (who.kind === 'guest') return `guest ${who.guestId}`
  return who.agent ? `machine ${who.machineId}` : `person ${who.personId}`
}

function findOut(ctx: Ctx, req: Request): Promise<AccountPrincipal> {
  const cookie = sessionCookie(req)
  if (cookie === undefined) return authenticate(ctx, bearerToken(req))
  return authenticateBrowser(ctx, {
    cookie,
    changes: req.method !== 'GET' && req.method !== 'HEAD',
    csrfToken: headerOf(req, 'x-csrf-token'),
    foreign: isForeign(req, ctx.config.baseUrl),
  })
}

/** There is no status 429 in the specification; 503 has a way to say when to come back, too. */
async function checkRate(ctx: Ctx, { organizationId, rateLimit: most }: AccountPrincipal): Promise<void> {
  if (most === undefined) return
  const wait = await ctx.limits.take(`requests of ${organizationId}`, { most, ms: MINUTE_MS })
  if (wait !== undefined)
    busy(
      `The organization has reached its limit of ${most} requests a minute (api_ratelimit). Try again in a minute.`,
      wait,
    )
}

/**
 * For the line of a device, which one that is signed out keeps until it has removed its files. Only by a token of the
 * agent's own client: a page of another site can bring neither that nor its own origin.
 */
export async function admitDevice(
  ctx: Ctx,
  req: IncomingMessage,
): Promise<PersonPrincipal & { machineId: MachineId }> {
  if (req.headers.origin !== undefined) return fail('forbidden', 'This cannot be called from a browser.')
  const who = await authenticateDevice(ctx, bearerToken(req))
  if (who.kind !== 'person' || !who.agent || who.machineId === null || who.mustFirst)
    return fail('forbidden', 'Only the agent on a device can call this.')
  return { ...who, machineId: who.machineId }
}
