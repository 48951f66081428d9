import { createHmac, timingSafeEqual } from 'node:crypto'
import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import type { Duty } from '@holdfast/api/sign-in/sessions'
import { DAY_MS, HOUR_MS, type Instant } from '@holdfast/api/time'
import { ApiError, fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { type AccessRow, findAccess, findWebAccess } from '../../records/find-access.ts'
import { accountPrincipal } from './account-principal.ts'
import { noteUse } from './note-use.ts'
import { checkUsable } from './organization-usable.ts'
import { hashToken } from './tokens.ts'

/** Turns an access token into who it stands for. Asked again at each request, so that revoking works at once. */
export async function authenticate(ctx: Ctx, token: string | undefined): Promise<AccountPrincipal> {
  const who = await authenticateDevice(ctx, token)
  return who.kind === 'person' && who.leaving ? fail('access_denied', 'The device is signed out.') : who
}

/** The same for the line of a device, which one that is signed out keeps until it has removed its files. */
export async function authenticateDevice(ctx: Ctx, token: string | undefined): Promise<AccountPrincipal> {
  const access = token ? await findAccess(ctx.db.read, { hash: hashToken(token) }) : undefined
  const who = principalOf(access, ctx.now())
  if (access?.client_id === AGENT_CLIENT && access.renewed_by) await noteUse(ctx, access.renewed_by)
  return who
}

/** What a browser sends beside its cookie. */
export interface BrowserRequest {
  cookie: string
  changes: boolean
  csrfToken: string | undefined
  /** Whether another site made the browser send this. */
  foreign: boolean
}

/** Turns the cookie of a web session into who it stands for; other sites cannot borrow it. */
export async function authenticateBrowser(ctx: Ctx, request: BrowserRequest): Promise<AccountPrincipal> {
  if (request.foreign) return fail('access_denied', 'The session cookie is only valid on its own site.')
  const access = await findWebAccess(ctx.db.read, { hash: hashToken(request.cookie) })
  const who = principalOf(access, ctx.now(), 'web')
  if (request.changes && !isCsrfToken(request.cookie, request.csrfToken))
    return fail('forbidden', 'Changes from a browser need the X-CSRF-Token header.')
  return who
}

/**
 * Whose browser opens one of our pages; undefined when nobody is signed in, or no longer. Coming from another site is
 * what pages are for; what changes something is checked by the token of its form.
 */
export async function findAccount(
  ctx: Ctx,
  cookie: string | undefined,
): Promise<AccountPrincipal | undefined> {
  if (cookie === undefined) return undefined
  try {
    return await authenticateBrowser(ctx, { cookie, changes: false, csrfToken: undefined, foreign: false })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'access_denied') return undefined
    throw error
  }
}

/** Follows from the cookie, so that nothing has to be kept for it; tells nothing about the cookie. */
export const csrfTokenOf = (cookie: string): string =>
  createHmac('sha256', cookie).update('holdfast csrf').digest('base64url')

export function isCsrfToken(cookie: string, given: string | undefined): boolean {
  const right = Buffer.from(csrfTokenOf(cookie))
  const candidate = Buffer.from(given ?? '')
  return candidate.length === right.length && timingSafeEqual(candidate, right)
}

/** Throws unless it counts now. What is given each time proves nothing of who sits there. */
export function principalOf(
  access: AccessRow | undefined,
  now: Instant,
  how: 'token' | 'web' | 'standing' = 'token',
): AccountPrincipal {
  if (!access || access.expires_at <= now || access.revoked_at !== null) return fail('access_denied')
  // A device that is to remove the files of a closed account has its line for that.
  if (!access.person_active && !access.leaving) return fail('access_denied')
  if (access.organization_deleted_at !== null) return fail('access_denied')
  const { organization_active: active, trial_until, license_until } = access
  // A device that is only to remove its files does so whatever becomes of its organization.
  if (!access.leaving) checkUsable({ active, trial_until, license_until, deleted_at: null }, now)
  return accountPrincipal(
    { ...access, id: access.person_id },
    {
      sessionId: access.session_id,
      machineId: access.machine_id,
      at: now,
      web: how === 'web',
      agent: access.client_id === AGENT_CLIENT && access.machine_id !== null,
      leaving: access.leaving === 1,
      byCode: access.origin === 'code',
      paused: access.paused_by !== null,
      proven: how !== 'standing' && isProven(access, now),
      mustFirst: access.leaving ? undefined : dutyOf(access, now),
      // Devices have a limit of their own, so that people need not wait for them.
      rateLimit: access.client_id === AGENT_CLIENT ? undefined : (access.api_ratelimit ?? undefined),
    },
  )
}

/** Whether it was given for a password or a mailed token just now, not for a code or a refresh token. */
const isProven = ({ origin, renewed_by, signed_in_at }: AccessRow, now: Instant): boolean =>
  origin !== 'code' && renewed_by === null && now - signed_in_at < HOUR_MS

function dutyOf(access: AccessRow, now: Instant): Duty | undefined {
  if (access.password_only) return 'sign_in'
  const { password_days: days, pw_changed_at: changed, pw_expires_at: expires } = access
  const tooOld = days !== null && changed !== null && changed + days * DAY_MS <= now
  const expired = expires !== null && expires <= now
  // A password that is kept elsewhere is changed there.
  const isOurs = access.auth_source_id === null
  if (isOurs && (access.pw_force_reset || tooOld || expired)) return 'set_password'
  // Guests have no way to enable it, and nothing but links to reach.
  const missing = access.require_two_step && access.two_step_mode === null && !access.guest
  return missing ? 'enable_two_step' : undefined
}
