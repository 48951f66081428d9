import { DAY_MS, HOUR_MS, type Instant } from '@holdfast/api/time'
import { checkWebdav, failGuest } from '../../access/webdav.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import type { StandingRow } from '../../records/find-access.ts'
import { updateMachineRow } from '../../records/machines.ts'
import { emailKey, findPerson, noteCame } from '../../records/people.ts'
import { parsePolicy } from '../../records/policy.ts'
import { principalOf } from '../oauth/authenticate.ts'
import { systemOf } from '../oauth/browser-of.ts'
import { programOf } from './program-name.ts'
import { noteStandingUse } from './queries.ts'

/** What a program gives with each request, and where it comes from. `name` without a domain, folded. */
export interface Given {
  name: string
  password: string
  network: string
  program: string | undefined
}

/** Said to all alike, so that it tells nothing of the account. */
export const failWrong = (): never =>
  fail(
    'access_denied',
    'The name or the password is wrong. If you use two-step verification, or your organization does not allow your own password here, use an app password.',
  )

/** A sign-in that nobody used for as long as the policy says opens nothing any more. */
export function hasLapsed(
  { policy, last_used_at }: Pick<StandingRow, 'policy' | 'last_used_at'>,
  now: Instant,
): boolean {
  const { deactivate_token_frequency: days } = parsePolicy(policy)
  return days !== null && now - last_used_at > days * DAY_MS
}

/** Who stands behind what was given, as the account is now. Throws as `authenticateBasic`. */
export async function standingPrincipal(
  ctx: Ctx,
  access: StandingRow | undefined,
  given: Given,
): Promise<PersonPrincipal> {
  const now = ctx.now()
  if (!access || emailKey(access.email) !== given.name || hasLapsed(access, now) || access.leaving)
    return failWrong()
  const who = principalOf(access, now, 'standing')
  if (who.kind === 'guest') return failGuest()
  const policy = parsePolicy(access.policy)
  const mayUseOwn = !access.two_step_mode && !access.require_two_step && policy.webdav_account_password
  if (access.kind === 'account' && !mayUseOwn) return failWrong()
  checkWebdav(policy, access.webdav)
  if (access.network === null || now - access.last_used_at >= HOUR_MS)
    await noteUse(ctx, access, who, given, now)
  return who
}

const dayOf = (at: Instant): number => Math.floor(at / DAY_MS)

/** Writes it down once an hour, and puts it on record once a day. */
async function noteUse(
  ctx: Ctx,
  access: StandingRow,
  who: PersonPrincipal,
  { network, program }: Given,
  at: Instant,
): Promise<void> {
  const { session_id: id, last_used_at: seenAt, machine_id, person_id } = access
  const isNewDay = access.network === null || dayOf(seenAt) !== dayOf(at)
  await ctx.db.write(async (tx) => {
    if (!(await noteStandingUse(tx, { id, seenAt, network, at }))) return
    const { system, isPhone } = programOf(program, systemOf)
    if (machine_id !== null)
      await updateMachineRow(tx, machine_id, {
        seen_at: at,
        last_login_at: at,
        ...(system !== undefined && { os_type: system }),
        ...(isPhone && { machine_type: 'mobile' }),
      })
    const person = await findPerson(tx, person_id)
    if (!person) return
    await noteCame(tx, person, at)
    if (isNewDay) await recordActivity(tx, who, 'signed_in', { person }, at)
  })
}
