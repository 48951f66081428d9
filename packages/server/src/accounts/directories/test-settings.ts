import type { DirectoryStepResult } from '@holdfast/api/accounts/auth-source-test'
import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import { missing } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Depth, examineDirectory } from '../../platform/ldap/examine-directory.ts'
import { DEFAULTS, type DirectorySettings, usualPort } from '../../platform/ldap/settings.ts'
import { AtOnce } from '../../platform/limits/at-once.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { directorySettings } from '../../records/auth-sources.ts'
import { authorizeControl, authorizeDirectories } from './authorize-auth-source.ts'
import { isSamePlace } from './kept-password.ts'

const LONGEST_MS = 30_000
const ofOne = new AtOnce(4, 'Four tests of the organization are running. Try again when one is finished.')

export type SettingsToTest = Pick<DirectorySettings, 'host'> & Partial<Omit<DirectorySettings, 'trusted'>>

/** Tries settings that are not saved, of a new directory or for another one. Nothing is kept, and no password told. */
export async function testSettings(
  ctx: Ctx,
  who: PersonPrincipal,
  organizationId: OrganizationId,
  given: SettingsToTest,
  authSourceId?: AuthSourceId,
): Promise<{ ok: boolean; results: DirectoryStepResult[] }> {
  const known = await findKnown(ctx, who, organizationId, authSourceId)
  const settings = {
    ...{ ...DEFAULTS, port: usualPort(given), login: '', baseDn: '', password: '' },
    ...given,
    trusted: who.systemAdmin,
  }
  const kept = known && isSamePlace(known, settings) ? known : undefined
  const depth = depthOf(given)
  if (depth !== 'server' && given.password === undefined && !kept)
    missing('password', known && 'required when the address of the server changes')
  const { password = kept?.password ?? '' } = given
  const results = await ofOne.during(String(organizationId), () =>
    examineDirectory(
      ctx.outbound,
      // What a change would make of it: see `updateAuthSource`.
      { ...settings, password, trusted: kept?.trusted ?? settings.trusted },
      depth,
      AbortSignal.timeout(LONGEST_MS),
    ),
  )
  return { ok: results.every(({ ok }) => ok), results }
}

async function findKnown(
  ctx: Ctx,
  who: PersonPrincipal,
  organizationId: OrganizationId,
  authSourceId: AuthSourceId | undefined,
): Promise<DirectorySettings | undefined> {
  if (authSourceId === undefined) {
    await authorizeDirectories(ctx.db.read, who, organizationId, 'take_over')
    return undefined
  }
  const { source } = await authorizeControl(ctx.db.read, who, { organizationId, authSourceId })
  return directorySettings(source)
}

const depthOf = ({ login, baseDn }: SettingsToTest): Depth =>
  login === undefined ? 'server' : baseDn === undefined ? 'login' : 'all'
