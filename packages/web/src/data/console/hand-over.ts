import type { PersonId } from '@holdfast/api/ids'
import { handOverFiles, undoHandOver } from '@holdfast/api/sharing/hand-over'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { afterwards } from './table.ts'

/** What would change its owner. */
export const useHandOverPlan = (person_id: PersonId, to: PersonId | undefined) =>
  useQuery({
    queryKey: ['console', 'hand over', person_id, to],
    queryFn: () => call(handOverFiles, { person_id, to_person_id: to as PersonId, dry_run: true }),
    enabled: to !== undefined,
    staleTime: 0,
  })

export const handOver = (person_id: PersonId, to_person_id: PersonId) =>
  afterwards(call(handOverFiles, { person_id, to_person_id }))
export const takeBack = (person_id: PersonId) => afterwards(call(undoHandOver, { person_id }))
