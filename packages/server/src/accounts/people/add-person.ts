import type { GroupId, OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { writingAddress } from '../../access/guessable.ts'
import { missing } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal, THE_SERVICE } from '../../platform/principal.ts'
import { addPersonToGroups } from '../../records/groups.ts'
import { hasHadPersons, type PersonRow } from '../../records/people.ts'
import { checkNewPassword } from '../../sign-in/credentials/check-new-password.ts'
import { hashPassword } from '../../sign-in/credentials/passwords.ts'
import { welcome } from '../../sign-in/password-reset/invite.ts'
import { checkEmail, checkName } from '../organizations/settings.ts'
import { type AccountFields, accountColumns, checkRoomForPerson, checkSystemAdmin } from './account-rules.ts'
import { createPerson, type NewPerson } from './create-person.ts'
import { getPersonView } from './get-person.ts'
import { joinShares } from './join-shares.ts'

/** What every account needs, a guest's too. */
export interface AccountToAdd extends AccountFields {
  organizationId: OrganizationId
  email: string
  firstName: string
  lastName: string
  password?: string | undefined
  generatePassword: boolean
}

export interface PersonToAdd extends AccountToAdd {
  siteAdmin: boolean
  systemAdmin: boolean
  createRoot: boolean
  groupIds: readonly GroupId[]
  shareIds: readonly RootId[]
  sendWelcomeEmail: boolean
}

/** Adds an account as an administrator. */
export async function addPerson(ctx: Ctx, who: PersonPrincipal, given: PersonToAdd) {
  await authorizeOrganization(ctx.db.read, who, given.organizationId, 'create_users')
  const prepared = await prepareAccount(ctx, given)
  const { id } = await writingAddress(ctx, who, given.email, (tx) =>
    addPreparedPerson(ctx, tx, who, given, prepared, ctx.now()),
  )
  return getPersonView(ctx, who, id)
}

interface Prepared {
  row: NewPerson
  /** What the link that is mailed carries; none when there is a password already. */
  token: string | undefined
}

/** Checks what can be checked without the database. Gives the columns, but for the password. */
export async function checkAccount(ctx: Ctx, given: AccountToAdd): Promise<Omit<NewPerson, 'password_hash'>> {
  const names = {
    email: checkEmail(given.email),
    first_name: checkName(given.firstName, 'first_name'),
    last_name: checkName(given.lastName, 'last_name'),
  }
  const { password } = given
  if (password === undefined && !given.generatePassword) missing('password')
  if (password !== undefined) await checkNewPassword(password, names)
  return { organization_id: given.organizationId, ...names, ...accountColumns(given, ctx.now()) }
}

/** Checks what can be checked beforehand, and does what takes time. */
export async function prepareAccount(ctx: Ctx, given: AccountToAdd): Promise<Prepared> {
  const { password } = given
  const columns = await checkAccount(ctx, given)
  const row = { ...columns, password_hash: password === undefined ? null : await hashPassword(password) }
  return { row, token: password === undefined ? ctx.random(32).toString('base64url') : undefined }
}

/** Throws where an account may be added, but not with what it is to be or to be in. `others`: that would be added before. */
export async function checkMayGive(
  db: Db,
  who: PersonPrincipal | typeof THE_SERVICE,
  { organizationId, siteAdmin, systemAdmin, groupIds, shareIds }: PersonToAdd,
  others = 0,
): Promise<void> {
  // In privacy mode, administrators above may make an administrator the first account there, and none after that.
  if ((siteAdmin || systemAdmin) && (others > 0 || (await hasHadPersons(db, organizationId))))
    await authorizeOrganization(db, who, organizationId, 'take_over')
  if (groupIds.length > 0 || shareIds.length > 0)
    await authorizeOrganization(db, who, organizationId, 'browse_files')
}

export async function addPreparedPerson(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal | typeof THE_SERVICE,
  given: PersonToAdd,
  { row, token }: Prepared,
  at: Instant,
): Promise<PersonRow> {
  const { organizationId } = given
  await checkRoomForPerson(tx, organizationId)
  await authorizeOrganization(tx, who, organizationId, 'create_users')
  await checkMayGive(tx, who, given)
  if (given.systemAdmin) checkSystemAdmin(who, organizationId)
  const rights = {
    site_admin: given.siteAdmin || given.systemAdmin ? (1 as const) : (0 as const),
    system_admin: given.systemAdmin ? (1 as const) : (0 as const),
  }
  const person = await createPerson(tx, who, { ...row, ...rights }, at, { withRoot: given.createRoot })
  await addPersonToGroups(tx, person.id, given.groupIds, organizationId)
  await joinShares(tx, who, person, given.shareIds, at)
  if (token !== undefined || given.sendWelcomeEmail) await welcome(ctx, tx, person, token, at)
  return person
}
