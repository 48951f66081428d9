import type { Ctx } from '../../platform/context.ts'
import { readDirectory } from '../../platform/ldap/read-directory.ts'
import type { Principal } from '../../platform/principal.ts'
import { directorySettings } from '../../records/auth-sources.ts'
import { type AuthSourcePath, authorizeAuthSource } from './authorize-auth-source.ts'
import { inTurn } from './in-turn.ts'

/** Connects, signs in, and counts what an import would look at. The error names what failed. */
export async function testAuthSource(ctx: Ctx, who: Principal, path: AuthSourcePath) {
  const { source } = await authorizeAuthSource(ctx.db.read, who, path)
  const settings = directorySettings(source)
  const { persons, groups } = await inTurn(path.organizationId, () => readDirectory(ctx.outbound, settings))
  return { status: 'ok' as const, persons: persons.length, groups: groups.length }
}
