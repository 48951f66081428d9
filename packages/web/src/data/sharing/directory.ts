import { type FoundPerson, findPeople } from '@holdfast/api/accounts/directory'
import { listOrganizationGroups } from '@holdfast/api/accounts/groups'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { FEWEST_LETTERS } from '../../core/sharing/candidates.ts'
import { call } from '../service/api.ts'
import { isAdministrator, ownOrganizationId } from '../service/session.ts'

const names = new Map<PersonId, string>()
/** Of someone who was found before. */
export const nameOfPerson = (id: PersonId): string | undefined => names.get(id)

/** People of the own organization whose name begins so. Where its policy keeps them apart there are none. */
export const usePeopleNamed = (text: string) =>
  useQuery({
    queryKey: ['people', text],
    queryFn: ({ signal }): Promise<readonly FoundPerson[]> =>
      call(findPeople, { organization_id: ownOrganizationId() as OrganizationId, q: text }, { signal }).then(
        ({ results }) => {
          for (const { id, name } of results) names.set(id, name)
          return results
        },
        (error: unknown) => {
          if (signal.aborted) throw error
          return []
        },
      ),
    // The server answers from here on.
    enabled: text.length >= FEWEST_LETTERS,
    placeholderData: (before) => (text.length >= FEWEST_LETTERS ? before : undefined),
    staleTime: 60_000,
  })

/** The groups of the own organization, which only its administrators may list. */
export const useGroups = () =>
  useQuery({
    queryKey: ['groups'],
    queryFn: async ({ signal }) =>
      (
        await call(
          listOrganizationGroups,
          { organization_id: ownOrganizationId() as OrganizationId },
          { signal },
        )
      ).results,
    enabled: isAdministrator(),
    staleTime: 60_000,
  })
