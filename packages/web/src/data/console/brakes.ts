import type { OrganizationId } from '@holdfast/api/ids'
import { listBrakes } from '@holdfast/api/oversight/brakes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'

/** Unusual activity in an organization about which nobody has decided yet, the newest first. */
export const useBrakesIn = (organization_id: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'brakes', organization_id],
    queryFn: async ({ signal }) =>
      (await call(listBrakes, { organization_id, open_only: true }, { signal })).results,
    staleTime: FRESH_MS,
  })
