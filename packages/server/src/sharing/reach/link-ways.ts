import type { Permission } from '@holdfast/api/files/files'
import type { GroupId, PersonId } from '@holdfast/api/ids'
import { permissionsThrough } from '../../access/links.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Groups, Paths } from './groups.ts'
import type { WorkingLinks } from './queries.ts'
import {
  type LinkSubscription,
  type LinkUse,
  listLinkSubscriptions,
  listOpenLinks,
  type Starts,
} from './ways-queries.ts'

/** One way in which a link leads someone to an item. */
export interface LinkWay {
  way: 'link'
  link: LinkUse
  permissions: ReadonlySet<Permission>
  groups: readonly GroupId[] | undefined
  /** Of several subscriptions to one link, `access/` goes by the first: see `listSubscriptions`. */
  counts: boolean
}

export interface LinkWays {
  ofPerson(id: PersonId): LinkWay[]
  ofGroup(id: GroupId): LinkWay[]
  ofAddress(emailKey: string): LinkWay[]
  ofAnyone(): Promise<LinkWay[]>
}

export const NO_LINKS: LinkWays = {
  ofPerson: () => [],
  ofGroup: () => [],
  ofAddress: () => [],
  ofAnyone: async () => [],
}

/** `creators` tells what those who made the links may do there. */
export async function readLinkWays(
  db: Db,
  links: WorkingLinks,
  starts: Starts & { emailKeys: readonly string[] },
  groups: Groups,
  creators: ReadonlyMap<PersonId, ReadonlySet<Permission>>,
): Promise<LinkWays> {
  const rows = await listLinkSubscriptions(db, links, starts, starts.emailKeys)
  const isOpen = ({ login_required }: LinkUse) => !links.closed && login_required === 0
  const given = (link: LinkUse, subscription?: LinkSubscription) =>
    permissionsThrough(link, subscription, {
      open: isOpen(link),
      creator: creators.get(link.creator_id) ?? new Set(),
    })
  const of = (isOwn: (row: LinkSubscription) => boolean, paths: Paths): LinkWay[] => {
    const seen = new Set<number>()
    return rows.flatMap((row) => {
      const path = row.group_id === null ? undefined : paths.get(row.group_id)
      if (!path && !isOwn(row)) return []
      const counts = !seen.has(row.link_id)
      seen.add(row.link_id)
      return [{ way: 'link' as const, link: row, permissions: given(row, row), groups: path, counts }]
    })
  }
  const nowhere: Paths = new Map()
  return {
    ofPerson: (id) => of(({ person_id }) => person_id === id, groups.ofPerson(id)),
    ofGroup: (id) => of(() => false, groups.ofGroup(id)),
    ofAddress: (key) => of((row) => row.email_key === key, nowhere),
    ofAnyone: async () =>
      (await listOpenLinks(db, links)).map((link) => ({
        way: 'link',
        link,
        permissions: given(link),
        groups: undefined,
        counts: true,
      })),
  }
}
