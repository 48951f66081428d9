import type { PersonId, RootId } from '@holdfast/api/ids'
import {
  acceptInvitation,
  declineInvitation,
  type Invitation,
  listInvitations,
} from '@holdfast/api/sharing/shares'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { queries } from '../service/queries.ts'
import { ownPersonId } from '../service/session.ts'

/** To team shares of other organizations, with those that were answered; as many as one answer has. */
export const useInvitations = (enabled: boolean) =>
  useQuery({
    queryKey: ['invitations'],
    queryFn: async ({ signal }): Promise<readonly Invitation[]> =>
      (await call(listInvitations, { person_id: ownPersonId() as PersonId }, { signal })).results,
    enabled,
    staleTime: 30_000,
  })

/** Anyone who accepts has another place from then on, anyone who declines one less. */
export async function answer(root: RootId, how: 'accept' | 'decline'): Promise<void> {
  const params = { person_id: ownPersonId() as PersonId, root_id: root }
  try {
    await call(how === 'accept' ? acceptInvitation : declineInvitation, params)
  } finally {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['invitations'] }),
      queries.invalidateQueries({ queryKey: ['person'] }),
    ])
  }
}
