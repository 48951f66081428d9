import type { OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import {
  exportActivity,
  getActivityVerified,
  tableActivity,
  verifyOrganizationActivity,
} from '@holdfast/api/oversight/activity-table'
import { DAY_MS, formatDate, formatUtc } from '@holdfast/api/time'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { TableState } from '../../core/console/table-state.ts'
import { utcOffsetAt } from '../../messages/format.ts'
import { addressOf, call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards, type RowOf } from './table.ts'

export type ActivityRow = RowOf<typeof tableActivity>

/** When a day begins, by the clock that people read. */
const beginOf = (day: string): number => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return at - utcOffsetAt(at) * 60_000
}

/** What is asked for: days as people mean them are times to the server. */
function filtersOf({ filters, below }: Pick<TableState, 'filters' | 'below'>) {
  const { from, to, ...rest } = filters
  return {
    ...rest,
    ...(from && { from: formatUtc(beginOf(from)) }),
    // Days with a change of clocks have 23 or 25 hours.
    ...(to && { to: formatUtc(beginOf(formatDate(Date.parse(to) + DAY_MS))) }),
    ...(below && { below: true }),
  }
}

/** What happened, newest first. */
export const useActivity = (organization: OrganizationId, state: Pick<TableState, 'filters' | 'below'>) =>
  useInfiniteQuery({
    queryKey: ['console', 'activity', organization, state.filters, state.below],
    queryFn: ({ pageParam, signal }) =>
      call(
        tableActivity,
        {
          organization_id: organization,
          ...filtersOf(state),
          ...(pageParam && { cursor: pageParam }),
        } as ParamsOf<typeof tableActivity>,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    staleTime: FRESH_MS,
  })

/** What is shown, all of it, as a file. */
export const activityAddress = (
  organization: OrganizationId,
  state: Pick<TableState, 'filters' | 'below'>,
  format: 'csv' | 'json_lines',
): string => addressOf(exportActivity, { organization_id: organization, ...filtersOf(state), format })

const CHECKING_MS = 1000

/** How far the activity is intact; asked again while that is being found out. */
export const useVerified = (organization: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'verified', organization],
    queryFn: ({ signal }) => call(getActivityVerified, { organization_id: organization }, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.data?.checking ? CHECKING_MS : false),
  })

export const verifyNow = (organization: OrganizationId): Promise<unknown> =>
  afterwards(call(verifyOrganizationActivity, { organization_id: organization }))
