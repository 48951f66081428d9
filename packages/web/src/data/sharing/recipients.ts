import type { GroupId, PersonId } from '@holdfast/api/ids'
import { listRecentRecipients, type Recipient } from '@holdfast/api/sharing/recipients'
import { useQuery } from '@tanstack/react-query'
import type { Candidate } from '../../core/sharing/candidates.ts'
import { call } from '../service/api.ts'
import { ownPersonId } from '../service/session.ts'

/** Those whom one shared with last, newest first: most are shared with again. */
export const useRecentPeople = (enabled: boolean) =>
  useQuery({
    queryKey: ['links', 'recent people'],
    queryFn: async ({ signal }) => {
      const asked = { person_id: ownPersonId() as PersonId }
      return (await call(listRecentRecipients, asked, { signal })).results.map(candidateOf)
    },
    enabled: enabled && ownPersonId() !== undefined,
    staleTime: 60_000,
  })

function candidateOf({ recipient_type, id, name, email }: Recipient): Candidate {
  if (recipient_type === 'group') return { kind: 'group', id: id as GroupId, name }
  if (recipient_type === 'person') return { kind: 'person', id: id as PersonId, name, email: email ?? '' }
  return { kind: 'address', name, email: email ?? name }
}
