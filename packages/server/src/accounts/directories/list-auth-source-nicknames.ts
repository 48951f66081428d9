import { lookForGuessable } from '../../access/guessable.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { idIn } from '../../platform/parameters.ts'
import type { Principal } from '../../platform/principal.ts'
import { findOrganizationCalled, listNicknames } from '../../records/auth-sources.ts'
import { parsePolicy } from '../../records/policy.ts'

/** Names can be guessed at: the same words whether it is the organization that is missing or its directories. */
const WITH_DIRECTORIES = 'organization with this name that has directories'

/** What a sign-in page may call the directories of an organization, for anyone who is signed in. */
export async function listAuthSourceNicknames(ctx: Ctx, who: Principal, organization: string) {
  const look = async () => {
    const found = (await findOrganizationCalled(ctx.db.read, organization)) ?? noSuch(WITH_DIRECTORIES)
    const nicknames = await listNicknames(ctx.db.read, found.id)
    // Nobody signs in by directories that are switched off: it is as if there were none.
    if (nicknames.length === 0 || !parsePolicy(found.policy).ad_enabled) noSuch(WITH_DIRECTORIES)
    return { results: nicknames.filter((nickname) => nickname !== null) }
  }
  // An id tells no name.
  return idIn(organization) === undefined ? lookForGuessable(ctx, who, WITH_DIRECTORIES, look) : look()
}
