import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { type AuthSourcePath, authorizeAuthSource } from './authorize-auth-source.ts'
import { readDirectory } from './read-directory.ts'
import { settingsOf } from './settings.ts'

/** Connects, signs in, and counts what an import would look at. The error names what failed. */
export async function testAuthSource(ctx: Ctx, who: Principal, path: AuthSourcePath) {
  const { source } = await authorizeAuthSource(ctx.db.read, who, path)
  const { persons, groups } = await readDirectory(settingsOf(source))
  return { status: 'ok' as const, persons: persons.length, groups: groups.length }
}
