import type { OrganizationId } from '@holdfast/api/ids'
import { tableActivity } from '@holdfast/api/oversight/activity-table'
import { listAlerts } from '@holdfast/api/oversight/alerts'
import { getOrganizationSummary, getUsageHistory } from '@holdfast/api/oversight/figures'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'

const KEPT = { staleTime: FRESH_MS, refetchInterval: 60_000 }

export const useAlerts = (organization_id: OrganizationId, below: boolean) =>
  useQuery({
    queryKey: ['console', 'alerts', organization_id, below],
    queryFn: ({ signal }) =>
      call(listAlerts, { organization_id, all: true, ...(below && { below }) }, { signal }),
    ...KEPT,
  })

export const useSummary = (organization_id: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'summary', organization_id],
    queryFn: ({ signal }) => call(getOrganizationSummary, { organization_id }, { signal }),
    ...KEPT,
  })

export const useHistory = (organization_id: OrganizationId, below: boolean) =>
  useQuery({
    queryKey: ['console', 'history', organization_id, below],
    queryFn: ({ signal }) => call(getUsageHistory, { organization_id, ...(below && { below }) }, { signal }),
    staleTime: 10 * 60_000,
  })

const FEW = 5

export const useLatestActivity = (organization_id: OrganizationId, below: boolean) =>
  useQuery({
    queryKey: ['console', 'latest activity', organization_id, below],
    queryFn: async ({ signal }) =>
      (await call(tableActivity, { organization_id, limit: FEW, ...(below && { below }) }, { signal }))
        .results,
    ...KEPT,
  })
