import { ROOT_POLICY } from '@holdfast/api/policy'
import { createPerson } from '../accounts/people/create-person.ts'
import type { Ctx } from '../platform/context.ts'
import { continueIdsAfterGiven } from '../platform/db/locking.ts'
import { isUniqueViolation } from '../platform/db/violations.ts'
import { backupFingerprint } from '../platform/installation/backup-key.ts'
import { THE_SERVICE } from '../platform/principal.ts'
import { recordActivity } from '../records/activity/record-activity.ts'
import { findFirstOrganization, insertOrganization, ROOT_ORGANIZATION } from '../records/organizations.ts'
import { insertSetup } from '../records/setup-steps.ts'
import { generatePassword, hashPassword } from '../sign-in/credentials/passwords.ts'

/** The first account, shown once; its password only when it was generated. */
export interface FirstAccount {
  email: string
  password: string | undefined
  /** What people keep on paper to know backups of this installation from others. */
  fingerprint: string
}

/** Makes the root organization and the first administrator, unless they exist. */
export async function install(ctx: Ctx): Promise<FirstAccount | undefined> {
  if (await findFirstOrganization(ctx.db.read)) return undefined
  const { adminEmail: email, adminPassword } = ctx.config
  const password = adminPassword ?? generatePassword(ctx.random)
  const passwordHash = await hashPassword(password)
  try {
    await ctx.db.write(async (tx) => {
      const at = ctx.now()
      const organization = await insertOrganization(tx, {
        id: ROOT_ORGANIZATION,
        name: 'Holdfast',
        slug: 'holdfast',
        email,
        active: 1,
        policy: ROOT_POLICY,
        created_at: at,
      })
      await continueIdsAfterGiven(tx, 'organization')
      await recordActivity(tx, THE_SERVICE, 'organization_created', { organization }, at)
      const administrator = {
        organization_id: organization.id,
        email,
        first_name: 'System',
        last_name: 'Administrator',
        password_hash: passwordHash,
        site_admin: 1 as const,
        system_admin: 1 as const,
      }
      const { id } = await createPerson(tx, THE_SERVICE, administrator, at)
      await insertSetup(tx, id)
    })
  } catch (error) {
    // Another server was first; its password is the one that counts.
    if (isUniqueViolation(error)) return undefined
    throw error
  }
  return {
    email,
    password: adminPassword === undefined ? password : undefined,
    fingerprint: await backupFingerprint(ctx),
  }
}
