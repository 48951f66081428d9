import { createHmac, hash } from 'node:crypto'
import type { PersonId } from '@holdfast/api/ids'
import { BASIC_CLIENT } from '@holdfast/api/sign-in/oauth'
import { DAY_MS } from '@holdfast/api/time'
import { checkWebdav, failGuest } from '../../access/webdav.ts'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Limit } from '../../platform/limits/shared-limits.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findStandingAccess, type StandingRow } from '../../records/find-access.ts'
import { findOrganization } from '../../records/organizations.ts'
import { emailKey, findPersonByEmail, findPersonForUpdate, type PersonRow } from '../../records/people.ts'
import { parsePolicy } from '../../records/policy.ts'
import { attempt, attemptAsStranger } from '../credentials/attempt.ts'
import { passwordIsRight } from '../credentials/password-is-right.ts'
import { verifyPassword } from '../credentials/passwords.ts'
import { systemOf } from '../oauth/browser-of.ts'
import { guidFrom, resolveMachine } from '../oauth/machine.ts'
import { openSession } from '../oauth/open-session.ts'
import { type Program, programOf } from './program-name.ts'
import { putStandingAccess } from './queries.ts'
import { type Right, rememberedPairs } from './remembered-pairs.ts'
import { failWrong, type Given, hasLapsed, standingPrincipal } from './standing-principal.ts'

/** Programs that call themselves something else each time do not fill the lists of devices. */
const NEW_ONES: Limit = { most: 100, ms: DAY_MS }

/** A pair that was found right lately is taken at its word, by one look at the account; any other is checked first. */
export async function byAccountPassword(ctx: Ctx, given: Given): Promise<PersonPrincipal> {
  const memory = rememberedPairs(ctx)
  const pair = memory.keyOf(given.name, given.password, given.network)
  const program = programOf(given.program, systemOf)
  const known = memory.right(pair, ctx.now())
  if (known) {
    const place = { hash: placeOf(known.personId, given.network, program) }
    const access = await findStandingAccess(ctx.db.read, place)
    if (access && isOpen(access, ctx.now()) && isAsItWas(known, access))
      return standingPrincipal(ctx, access, given)
  }
  const person = await findPersonByEmail(ctx.db.read, given.name)
  const right = known && person && isAsItWas(known, person) && mayCome(person) ? person : undefined
  if (known && !right) memory.forget(pair)
  const verified = right ?? (await verify(ctx, person, given, pair))
  return open(ctx, verified, given, program)
}

const isOpen = (access: StandingRow, now: number): boolean =>
  access.revoked_at === null && !hasLapsed(access, now)

const mayCome = (person: PersonRow): boolean => person.active === 1 && person.deleted_at === null

const isAsItWas = (
  { changedAt, source }: Right,
  { pw_changed_at, auth_source_id }: Pick<PersonRow, 'pw_changed_at' | 'auth_source_id'>,
): boolean => pw_changed_at === changedAt && auth_source_id === source

/** By what the sign-in of a person is found: it begins as no app password does, and opens nothing by itself. */
const placeOf = (id: PersonId, network: string, { name }: Program): Buffer =>
  hash('sha256', `account ${JSON.stringify([id, network, name])}`, 'buffer')

/** Whether the own password opens this at all. Where it does not, it is not even looked at. */
async function takesOwnPassword(ctx: Ctx, person: PersonRow): Promise<boolean> {
  const organization = await findOrganization(ctx.db.read, person.organization_id)
  if (!mayCome(person) || !organization || person.two_step_mode !== null) return false
  const { require_two_step_auth, webdav_account_password } = parsePolicy(organization.policy)
  return webdav_account_password && !require_two_step_auth
}

/**
 * Checks a password as every sign-in does, with its locks. A pair that was wrong within the last day, from the same
 * network, is no new try: a program that goes on with an old password locks nobody out.
 */
async function verify(
  ctx: Ctx,
  person: PersonRow | undefined,
  given: Given,
  pair: string,
): Promise<PersonRow> {
  const memory = rememberedPairs(ctx)
  const mayTry = person !== undefined && (await takesOwnPassword(ctx, person))
  const state = JSON.stringify([mayTry, person?.id, person?.pw_changed_at, person?.auth_source_id])
  if (memory.isWrong(pair, state, ctx.now())) return failWrong()
  const noteWrong = async () => {
    memory.noteWrong(pair, state, ctx.now())
    return (await isNewTry(ctx, given)) ? ('wrong' as const) : ('unfinished' as const)
  }
  if (!mayTry) {
    await attemptAsStranger(ctx, given.name, async () => {
      await verifyPassword(undefined, given.password)
      return noteWrong()
    })
    return failWrong()
  }
  const outcome = await attempt(ctx, person, async () => {
    // Programs ask several things at once: one of them may have had its look while the others waited.
    const known = memory.right(pair, ctx.now())
    if (known && isAsItWas(known, person)) return 'right'
    if (memory.isWrong(pair, state, ctx.now())) return 'unfinished'
    if (!(await passwordIsRight(ctx, person, given.password))) return noteWrong()
    const { id: personId, pw_changed_at: changedAt, auth_source_id: source } = person
    memory.noteRight(pair, { personId, changedAt, source }, ctx.now())
    return 'right'
  })
  return outcome === 'right' ? person : failWrong()
}

/** Kept for all processes, by a keyed digest. */
async function isNewTry(ctx: Ctx, { name, password, network }: Given): Promise<boolean> {
  const digest = createHmac('sha256', ctx.db.keys.derived('wrong password'))
    .update(JSON.stringify([name, password, network]))
    .digest('base64url')
  const once = { name: `wrong password ${digest}`, most: 1, ms: DAY_MS }
  return (await ctx.db.write((tx) => ctx.limits.takeAllIn(tx, [once]))) === undefined
}

/** The sign-in of a person, network and program: the one there is, or a new one that is on record. */
async function open(ctx: Ctx, person: PersonRow, given: Given, program: Program): Promise<PersonPrincipal> {
  const hash = placeOf(person.id, given.network, program)
  const newGuid = guidFrom(ctx.random(16))
  try {
    await ctx.db.write(async (tx) => {
      const at = ctx.now()
      // Held, so that of several requests at once the first opens it.
      await findPersonForUpdate(tx, person.id)
      const there = await findStandingAccess(tx, { hash })
      if (there && isOpen(there, at)) return
      if (person.guest) failGuest()
      const organization = await findOrganization(tx, person.organization_id)
      if (organization) checkWebdav(parsePolicy(organization.policy), person.webdav)
      await ctx.limits.takeIn(
        tx,
        `new programs of person ${person.id}`,
        NEW_ONES,
        'Too many programs are new.',
      )
      const device = { dnsName: program.name, osType: program.system, newGuid }
      const { id: machineId } = await resolveMachine(tx, person, BASIC_CLIENT, device, at)
      const how = { clientId: BASIC_CLIENT, machineId, origin: 'password' } as const
      const session_id = await openSession(tx, person, how, at)
      await putStandingAccess(tx, { hash, session_id, kind: 'account' })
    })
  } catch (error) {
    // The account was changed or closed in between.
    if (error instanceof ApiError && error.code === 'invalid_grant') return failWrong()
    throw error
  }
  return standingPrincipal(ctx, await findStandingAccess(ctx.db.read, { hash }), given)
}

/** As people type it: Windows puts a domain before it. */
export const accountName = (name: string): string => emailKey(name.slice(name.lastIndexOf('\\') + 1))
