import type { Instant } from '@holdfast/api/time'
import type { Db } from '../platform/db/database.ts'
import type { AccountPrincipal, LinkName } from '../platform/principal.ts'
import type { LinkRow } from '../records/links.ts'
import { findOrganizationStatus } from '../records/organization-tree.ts'
import type { PersonRow } from '../records/people.ts'
import { idOf, isOver, reachAny, worksNow } from './links.ts'

/** A link that no longer works. */
export interface EndedLink {
  link: LinkRow
  creator: PersonRow
  /** By its last day, not because of what it shares or whose it is. */
  expired: boolean
  /** Whether its creator still has an account in use, and can share something else. */
  creatorWorks: boolean
  /** The caller created it. */
  own: boolean
}

/** Why a link does not work, for someone whom it let in as long as it did. Refuses everyone else. */
export async function findEndedLink(
  db: Db,
  who: AccountPrincipal | undefined,
  name: LinkName,
  now: Instant,
): Promise<EndedLink | undefined> {
  const { link, creator, works, blind } = await reachAny(db, who, name, now)
  if (works || blind) return undefined
  const status = await findOrganizationStatus(db, creator.organization_id)
  return {
    ...{ link, creator, expired: isOver(link, now) },
    creatorWorks: worksNow(creator, status, now),
    own: who !== undefined && idOf(who) === link.creator_id,
  }
}
