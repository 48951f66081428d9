import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { findOrganizationCalled, listNicknames } from '../../records/auth-sources.ts'
import { parsePolicy } from '../../records/policy.ts'

/** What a sign-in page may call the directories of an organization, for anyone who is signed in. */
export async function listAuthSourceNicknames(ctx: Ctx, organization: string) {
  const found = (await findOrganizationCalled(ctx.db.read, organization)) ?? fail('not_found')
  const nicknames = await listNicknames(ctx.db.read, found.id)
  // Nobody signs in by directories that are switched off: it is as if there were none.
  if (nicknames.length === 0 || !parsePolicy(found.policy).ad_enabled) fail('not_found')
  return { results: nicknames.filter((nickname) => nickname !== null) }
}
