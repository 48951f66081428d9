import type { GroupId, PersonId, RootId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import type { Instant } from '@holdfast/api/time'
import { authorizeAccount, authorizePerson } from '../../access/administration.ts'
import { writingAddress } from '../../access/guessable.ts'
import { fail } from '../../errors.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'
import { replaceGroupsOfPerson } from '../../records/groups.ts'
import { addCounts, holdOrganization } from '../../records/organizations.ts'
import {
  countSystemAdmins,
  findPersonForUpdate,
  type PersonRow,
  setPassword,
  updatePersonRow,
} from '../../records/people.ts'
import { getPolicy } from '../../records/policy.ts'
import { leaveAddress, unproveAddress } from '../../records/proof.ts'
import { newPasswordHash } from '../../sign-in/credentials/check-new-password.ts'
import { checkOwnPassword } from '../../sign-in/credentials/check-own-password.ts'
import { checkPasswordIsOurs } from '../../sign-in/credentials/check-password-is-ours.ts'
import { welcome } from '../../sign-in/password-reset/invite.ts'
import { checkEmail, checkName } from '../organizations/settings.ts'
import { type AccountFields, accountColumns, checkSystemAdmin } from './account-rules.ts'
import { getPersonView } from './get-person.ts'
import { joinShares } from './join-shares.ts'
import { takeAddress } from './take-address.ts'
import { quotaOf, webdavOf } from './view.ts'

export interface PersonChange extends AccountFields {
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  password?: string | undefined
  generatePassword?: boolean | undefined
  siteAdmin?: boolean | undefined
  systemAdmin?: boolean | undefined
  active?: boolean | undefined
  forceReset?: boolean | undefined
  groupIds?: readonly GroupId[] | undefined
  shareIds?: readonly RootId[] | undefined
}

/** What people may change of their own account; the rest is for their administrators. */
const OWN: ReadonlySet<keyof PersonChange> = new Set([
  'firstName',
  'lastName',
  'password',
  'mobile_phone',
  'locale',
  'timezone',
  'quota_50',
  'quota_80',
  'quota_85',
  'quota_90',
  'quota_95',
  'quota_100',
])
/** What leads to the account, or to others of its organization: who sets these can sign in as someone there. */
const KEYS: readonly (keyof PersonChange)[] = [
  'password',
  'generatePassword',
  'email',
  'mobile_phone',
  'siteAdmin',
  'systemAdmin',
]
/** What lets an account at files of others. */
const ADMISSIONS: readonly (keyof PersonChange)[] = ['groupIds', 'shareIds']

/** Changes an account: one's own, or as its administrator. A new password ends every other sign-in, and what the own programs have only where asked to. */
export async function updatePerson(
  ctx: Ctx,
  who: PersonPrincipal,
  id: PersonId,
  asked: PersonChange,
  {
    currentPassword,
    endAppPasswords = false,
  }: { currentPassword?: string | undefined; endAppPasswords?: boolean | undefined } = {},
) {
  const { person: before, change } = await authorizeChange(ctx.db.read, who, id, asked)
  if (change.password !== undefined && id === who.personId)
    await checkOwnPassword(ctx, who, before, currentPassword)
  const hash = change.password === undefined ? undefined : await newPasswordHash(before, change.password)
  if (change.generatePassword) checkPasswordIsOurs(before)
  const token = change.generatePassword ? ctx.random(32).toString('base64url') : undefined
  await writingAddress(ctx, who, asked.email, async (tx) => {
    const at = ctx.now()
    // Held, so that rights given twice at once are counted once.
    await findPersonForUpdate(tx, id)
    const { person, change, given } = await authorizeChange(tx, who, id, asked)
    if (given.length === 0) return
    await holdSystemAdmins(tx, person)
    const updated = await applyChange(tx, who, person, change, at)
    if (hash !== undefined) {
      await setPassword(tx, id, hash, at)
      if (id !== who.personId) await unproveAddress(tx, id)
      const keepAppPasswords = id === who.personId && !endAppPasswords
      await endSignIns(tx, { persons: [id], but: who.sessionId }, { at, keepAppPasswords })
      // After setPassword, which ends an earlier limit.
      if (change.pw_expires !== undefined) await updatePersonRow(tx, id, accountColumns(change, at, updated))
      await recordActivity(tx, who, 'password_changed', { person: updated }, at)
    }
    if (token !== undefined) await welcome(ctx, tx, updated, token, at)
    if (given.some((name) => name !== 'password'))
      await recordActivity(tx, who, 'person_updated', { person: updated }, at)
  })
  return getPersonView(ctx, who, id)
}

/** The account, and what of the change is one: who sends back what they were shown needs no right to set it. */
async function authorizeChange(db: Db, who: PersonPrincipal, id: PersonId, asked: PersonChange) {
  const shown = await authorizeAccount(db, who, id)
  const change = differing(asked, asItIs(shown, await getPolicy(db, shown.organization_id)))
  const given = Object.keys(change)
  const touches = (fields: readonly string[]) => fields.some((field) => given.includes(field))
  const beyond = given.filter((name) => !OWN.has(name as keyof PersonChange))
  // The own account as well: limits and rights are given by others, unless one is their administrator.
  const authorize = beyond.length === 0 ? authorizeAccount : authorizePerson
  if (touches(KEYS)) await authorize(db, who, id, 'take_over')
  return {
    person: await authorize(db, who, id, touches(ADMISSIONS) ? 'browse_files' : undefined),
    change,
    given,
  }
}

const asItIs = (person: PersonRow, policy: PolicySettings): PersonChange => ({
  email: person.email,
  firstName: person.first_name,
  lastName: person.last_name,
  generatePassword: false,
  siteAdmin: person.site_admin === 1,
  systemAdmin: person.system_admin === 1,
  active: person.active === 1,
  forceReset: person.pw_force_reset === 1,
  webdav: webdavOf(person, policy),
  space_quota: quotaOf(person, policy),
  mobile_phone: person.mobile_phone,
  locale: person.locale,
  timezone: person.timezone,
})

async function applyChange(
  tx: Tx,
  who: PersonPrincipal,
  person: PersonRow,
  change: PersonChange,
  at: Instant,
): Promise<PersonRow> {
  const { email, firstName, lastName, active, forceReset } = change
  if (change.mobile_phone !== undefined && person.two_step_mode === 'sms' && person.id === who.personId)
    fail(
      'policy_error',
      'Two-step verification codes are sent to this number. Turn off two-step verification first.',
    )
  // Before anything is put on record, as everywhere.
  if (change.shareIds?.length) await holdOrganization(tx, person.organization_id)
  const taken = email === undefined ? undefined : await takeAddress(tx, who, email, person, at)
  const rights = await changeRights(tx, who, person, change, at)
  const updated = await updatePersonRow(tx, person.id, {
    ...accountColumns(change, at, person),
    ...rights,
    ...(email !== undefined && { email: checkEmail(email) }),
    ...(firstName !== undefined && { first_name: checkName(firstName, 'first_name') }),
    ...(lastName !== undefined && { last_name: checkName(lastName, 'last_name') }),
    ...(active !== undefined && { active: active ? 1 : 0 }),
    ...(forceReset !== undefined && { pw_force_reset: forceReset ? 1 : 0 }),
  })
  await taken?.thenRecord()
  if (updated.email_key !== person.email_key) await leaveAddress(tx, person.id, at)
  if (active === false) await endSignIns(tx, { persons: [person.id] }, { at, keepDevices: true })
  if (change.groupIds) await replaceGroupsOfPerson(tx, person.id, change.groupIds, person.organization_id)
  if (change.shareIds) await joinShares(tx, who, updated, change.shareIds, at)
  await keepSystemAdmin(tx, person, updated)
  return updated
}

/** Administrator rights: what changes is counted and put on record. */
async function changeRights(
  tx: Tx,
  who: PersonPrincipal,
  person: PersonRow,
  { siteAdmin, systemAdmin }: PersonChange,
  at: Instant,
): Promise<Pick<PersonRow, 'site_admin' | 'system_admin'>> {
  const system = systemAdmin ?? person.system_admin === 1
  const site = (siteAdmin ?? person.site_admin === 1) || system
  if (system !== (person.system_admin === 1)) checkSystemAdmin(who, person.organization_id)
  const wasAdmin = person.site_admin === 1 || person.system_admin === 1
  // Before the record, as everywhere: who holds the end of the records waits for no organization.
  await addCounts(tx, person.organization_id, { admins: Number(site) - Number(wasAdmin) })
  if (system !== (person.system_admin === 1) || site !== (person.site_admin === 1)) {
    const more = site && (!person.site_admin || system)
    await recordActivity(tx, who, more ? 'admin_granted' : 'admin_revoked', { person }, at)
  }
  return { site_admin: site ? 1 : 0, system_admin: system ? 1 : 0 }
}

/** Of two system administrators who shut each other out at once, one comes second. */
export async function holdSystemAdmins(tx: Tx, person: PersonRow): Promise<void> {
  if (person.system_admin) await holdOrganization(tx, person.organization_id)
}

/** Someone must be left who can open every door. The caller holds the system administrators. */
export async function keepSystemAdmin(
  tx: Tx,
  before: Pick<PersonRow, 'system_admin'>,
  after: Pick<PersonRow, 'system_admin' | 'active'> | undefined,
): Promise<void> {
  const lost = before.system_admin && !(after?.system_admin && after.active)
  if (lost && (await countSystemAdmins(tx)) === 0)
    fail('policy_error', 'This is the last system administrator. Appoint another one first.')
}
