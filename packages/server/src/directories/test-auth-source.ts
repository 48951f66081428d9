import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { type AuthSourcePath, authorizeAuthSource } from './authorize-auth-source.ts'
import { settingsOf } from './queries.ts'
import { readDirectory } from './read-directory.ts'

/** Connects, signs in, and counts what an import would look at. The error names what failed. */
export async function testAuthSource(ctx: Ctx, who: Principal, path: AuthSourcePath) {
  const { source } = await authorizeAuthSource(ctx.db.read, who, path)
  const { persons, groups } = await readDirectory(settingsOf(source))
  return { status: 'ok' as const, persons: persons.length, groups: groups.length }
}
