import type { OrganizationId } from '@holdfast/api/ids'
import { getUsageHistory } from '@holdfast/api/oversight/figures'
import { exportUsage, getUsageMonth } from '@holdfast/api/oversight/usage'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addressOf, call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'

/** A month; undefined: the current one. While another one comes, the one before stays. */
export const useUsageMonth = (organization_id: OrganizationId, month: string | undefined, offset: number) =>
  useQuery({
    queryKey: ['console', 'usage', organization_id, month, offset],
    queryFn: ({ signal }) =>
      call(
        getUsageMonth,
        { organization_id, ...(month && { month }), ...(offset && { offset }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })

/** What there was month by month, from the first day of one on. */
export const useUsageMonths = (organization_id: OrganizationId, from: string, below: boolean) =>
  useQuery({
    queryKey: ['console', 'usage months', organization_id, from, below],
    queryFn: async ({ signal }) =>
      (
        await call(
          getUsageHistory,
          { organization_id, unit: 'month', from: `${from}-01`, ...(below && { below }) },
          { signal },
        )
      ).results,
    staleTime: 10 * 60_000,
  })

/** The table of a month as programs for billing read it. */
export const usageAddress = (organization_id: OrganizationId, month: string): string =>
  addressOf(exportUsage, { organization_id, month })
