import type { OrganizationId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import {
  checkDirectorySettings,
  DEFAULTS,
  type DirectorySettings,
  usualPort,
} from '../../platform/ldap/settings.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { countAuthSources, directoryColumns, insertAuthSource } from '../../records/auth-sources.ts'
import { holdOrganization } from '../../records/organizations.ts'
import { authorizeDirectories } from './authorize-auth-source.ts'
import { nextImport } from './schedule.ts'
import { authSourceView } from './view.ts'

export type NewAuthSource = Pick<DirectorySettings, 'host' | 'login' | 'password' | 'baseDn'> &
  Partial<Omit<DirectorySettings, 'trusted'>>

/** Each is read from time to time. */
const MOST = 20
/** Connects a directory server. Nothing is asked of it yet: see `testAuthSource`. */
export async function createAuthSource(
  ctx: Ctx,
  who: PersonPrincipal,
  organizationId: OrganizationId,
  given: NewAuthSource,
) {
  await authorizeDirectories(ctx.db.read, who, organizationId, 'take_over')
  const settings = {
    ...DEFAULTS,
    port: usualPort(given),
    ...given,
    trusted: who.systemAdmin,
  }
  await checkDirectorySettings(settings)
  return ctx.db.write(async (tx) => {
    const organization = await authorizeDirectories(tx, who, organizationId, 'take_over')
    await holdOrganization(tx, organizationId)
    if ((await countAuthSources(tx, organizationId)) >= MOST)
      fail('policy_error', `An organization can have up to ${MOST} directory servers.`)
    const at = ctx.now()
    const source = await insertAuthSource(tx, {
      ...directoryColumns(settings),
      organization_id: organizationId,
      next_import_at: nextImport(settings, at),
      created_at: at,
    })
    await recordActivity(tx, who, 'directory_created', { organization, about: source.host }, at)
    return authSourceView(source)
  })
}
