import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { DirectoryError } from '../../platform/ldap/directory-error.ts'
import { openDirectory } from '../../platform/ldap/open-directory.ts'
import { type AuthSourceRow, directorySettings, findAuthSource } from '../../records/auth-sources.ts'
import { findOrganization } from '../../records/organizations.ts'
import type { PersonRow } from '../../records/people.ts'
import { parsePolicy } from '../../records/policy.ts'
import { verifyPassword } from './passwords.ts'

const MAX_BYTES = 1024

/**
 * Whether this is the password of an account: the one kept here, or for an account from a directory the one that the
 * directory takes. Throws `temporarily_unavailable` when the directory cannot be asked.
 */
export async function passwordIsRight(ctx: Ctx, person: PersonRow, password: string): Promise<boolean> {
  if (person.auth_source_id === null) return verifyPassword(person.password_hash, password)
  // Many directories take an empty password for a visit without a name, and say yes to it (RFC 4513, 5.1.2).
  if (password === '' || Buffer.byteLength(password) > MAX_BYTES) return false
  const source = await sourceOf(ctx, person)
  if (!source || person.directory_id === null) return verifyPassword(undefined, password)
  try {
    return await askDirectory(ctx, source, person.directory_id, password)
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error
    ctx.log.warn({ authSource: source.id, fault: error.fault }, 'a directory could not be asked at a sign-in')
    return fail('temporarily_unavailable', 'The directory server cannot be reached. Try again shortly.')
  }
}

/** Undefined as well when the policy does not allow directories: nobody outside learns which accounts are from one. */
async function sourceOf(ctx: Ctx, person: PersonRow): Promise<AuthSourceRow | undefined> {
  const db = ctx.db.read
  const organization = await findOrganization(db, person.organization_id)
  if (!organization || !parsePolicy(organization.policy).ad_enabled || person.auth_source_id === null)
    return undefined
  return findAuthSource(db, organization.id, person.auth_source_id)
}

/**
 * Looks the entry up by its id first: it may be called otherwise since the last import, and another one may by now be
 * called as it was.
 */
async function askDirectory(
  { outbound }: Ctx,
  source: AuthSourceRow,
  directoryId: string,
  password: string,
): Promise<boolean> {
  const directory = await openDirectory(outbound, directorySettings(source))
  try {
    const dn = await directory.findDn(directoryId)
    return dn !== undefined && (await directory.isPasswordOf(dn, password))
  } finally {
    await directory.close()
  }
}
