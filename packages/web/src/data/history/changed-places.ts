import { listOrganizationActors } from '@holdfast/api/files/history-figures'
import type { MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { DAY_MS, formatUtc } from '@holdfast/api/time'
import { useQuery } from '@tanstack/react-query'
import { now } from '../../platform/clock.ts'
import { call } from '../service/api.ts'

interface Wanted {
  organization: OrganizationId | undefined
  who?: PersonId | undefined
  machine?: MachineId | undefined
  /** The beginning of it; undefined: the last days. */
  since: string | undefined
}

/** How far back it is looked for those who name no day. */
export const LOOKS_BACK_DAYS = 90

export interface ChangedPlaces {
  places: readonly { id: RootId; name: string }[]
  /** There was so much that only the newest was looked at. */
  isPart: boolean
}

/** Where in an organization somebody, or a device, changed something: team shares, and files of people. */
export const useChangedPlaces = ({ organization, who, machine, since }: Wanted) =>
  useQuery({
    queryKey: ['changed places', organization, who, machine, since],
    queryFn: async ({ signal }): Promise<ChangedPlaces> => {
      const { results, complete } = await call(
        listOrganizationActors,
        {
          organization_id: organization as OrganizationId,
          ...(who !== undefined && { person_id: who }),
          ...(machine !== undefined && { machine_id: machine }),
          since: since ?? formatUtc(now() - LOOKS_BACK_DAYS * DAY_MS),
        },
        { signal },
      )
      return {
        places: [...new Map(results.map((one) => [one.root_id, one.root_name]))].map(([id, name]) => ({
          id,
          name,
        })),
        isPart: !complete,
      }
    },
    enabled: organization !== undefined,
    staleTime: 60_000,
  })
