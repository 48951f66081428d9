import type { OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { listPersonShares, type PersonShare } from '@holdfast/api/sharing/reach'
import {
  createShare,
  deleteShare,
  type GroupSubscription,
  type PersonSubscription,
  type Role,
  updateShare,
} from '@holdfast/api/sharing/shares'
import { useQuery } from '@tanstack/react-query'
import { type NewMember, withMembers } from '../../core/sharing/members.ts'
import { call } from '../service/api.ts'
import { queries } from '../service/queries.ts'
import { ownOrganizationId, ownPersonId } from '../service/session.ts'
import { changeTeam } from './team.ts'

const KEY = ['shares']
const PAGE_SIZE = 100

/** The team shares that one is in, each with what one may do with it. */
export const useOwnShares = () =>
  useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<ReadonlyMap<RootId, PersonShare>> => {
      const found = new Map<RootId, PersonShare>()
      for (let page = 1, last = 1; page <= last; page++) {
        const params = { person_id: ownPersonId() as PersonId, page, page_size: PAGE_SIZE }
        const { results, max_page } = await call(listPersonShares, params, { signal })
        for (const one of results) found.set(one.root.id, one)
        last = max_page
      }
      return found
    },
    enabled: ownPersonId() !== undefined,
    staleTime: 60_000,
  })

/** The list of places is of the person. */
const readAgain = () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['person'] }),
    queries.invalidateQueries({ queryKey: KEY }),
  ])

export type MemberToBe = NewMember & { role: Role }

/**
 * Makes a team share with its members, the one who makes it among them. People of other organizations are invited one by one,
 * so that an address that nobody has keeps nobody else out.
 */
export async function createTeamShare(
  name: string,
  members: readonly MemberToBe[],
): Promise<{ root: RootId; failed: { member: MemberToBe; error: unknown }[] }> {
  const organizationId = ownOrganizationId() as OrganizationId
  const { id: root } = await call(createShare, {
    ...{ organization_id: organizationId, name },
    subscribers: [
      [ownPersonId() as PersonId, 'all', 'CO_OWNER'],
      ...members.flatMap((one): PersonSubscription[] =>
        one.kind === 'person' ? [[one.id, 'all', one.role]] : [],
      ),
    ],
    group_subscribers: members.flatMap((one): GroupSubscription[] =>
      one.kind === 'group' ? [[one.id, 'machines', one.role]] : [],
    ),
  })
  const failed: { member: MemberToBe; error: unknown }[] = []
  for (const member of members)
    if (member.kind === 'external')
      await changeTeam(root, { organizationId }, (lists) =>
        withMembers(lists, [member], member.role, true),
      ).catch((error: unknown) => failed.push({ member, error }))
  await readAgain()
  return { root, failed }
}

const at = ({ root }: PersonShare) => ({ organization_id: root.company_id, root_id: root.id })

export async function renameTeamShare(share: PersonShare, name: string): Promise<void> {
  await call(updateShare, { ...at(share), name })
  await readAgain()
  await queries.invalidateQueries({ queryKey: ['folder', share.root.id] })
}

/** For good, and for everyone. */
export async function deleteTeamShare(share: PersonShare): Promise<void> {
  await call(deleteShare, at(share))
  await readAgain()
}
