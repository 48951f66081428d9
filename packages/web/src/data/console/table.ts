import type { OrganizationId } from '@holdfast/api/ids'
import type { AnyOperation, ParamsOf, ResultOf } from '@holdfast/api/operation'
import type { TablePage } from '@holdfast/api/table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TableState } from '../../core/console/table-state.ts'
import { addressOf, call } from '../service/api.ts'
import { queries } from '../service/queries.ts'
import { watchList } from './news.ts'
import { FRESH_MS } from './places.ts'

/** Of a list, its rows. */
export type RowOf<Op extends AnyOperation> =
  ResultOf<Op> extends { results: readonly (infer Row)[] } ? Row : never

const paramsOf = (organization: OrganizationId, { q, sort, filters, below, cursor }: TableState) => ({
  organization_id: organization,
  ...(q && { q }),
  sort,
  ...filters,
  ...(below && { below: true }),
  ...(cursor && { cursor }),
})

/**
 * A page of a list; while the next one comes, the one before stays. What others change in its rows is seen at once; what would
 * move them waits for `showNews`.
 */
export function useTable<Op extends AnyOperation>(op: Op, organization: OrganizationId, state: TableState) {
  type Page = TablePage<RowOf<Op>>
  const queryKey = ['console', 'table', op.name, organization, state]
  const key = JSON.stringify(queryKey)
  const read = (options: { signal?: AbortSignal } = {}) =>
    call(op, paramsOf(organization, state) as ParamsOf<Op>, options) as Promise<unknown> as Promise<Page>
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => read({ signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
  const [news, setNews] = useState<{ key: string; page: Page }>()
  const show = (page: Page) => queries.setQueryData(queryKey, page)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all that is asked for
  useEffect(() => {
    const look = async () => {
      // What cannot be read now is read at the next news, or when the list is asked for again.
      const page = await read().catch(() => undefined)
      if (!page) return
      const shown = queries.getQueryData<Page>(queryKey)
      if (!shown || isSameRows(shown, page)) show(page)
      else setNews({ key, page })
    }
    return watchList(op.name.replace('table_', ''), () => void look())
  }, [key])
  const isNews = news?.key === key && list.data !== undefined && !isSameRows(list.data, news.page)
  return { ...list, showNews: isNews ? () => show(news.page) : undefined }
}

/** Whether the same rows stand in the same order, whatever is in them. Where none are, nothing moves. */
const isSameRows = (a: TablePage<unknown>, b: TablePage<unknown>): boolean => {
  const idsOf = ({ results }: TablePage<unknown>) => results.map((row) => (row as { id: number }).id).join()
  return a.results.length === 0 || idsOf(a) === idsOf(b)
}

/** How many there are in all, where the page does not say so: asked for after it, as it may take longer. */
export function useTotal<Op extends AnyOperation>(
  op: Op,
  organization: OrganizationId,
  state: TableState,
  wanted: boolean,
) {
  const { cursor, ...all } = state
  return useQuery({
    queryKey: ['console', 'total', op.name, organization, all],
    queryFn: async ({ signal }) => {
      const params = { ...paramsOf(organization, { ...state, cursor: undefined }), count: true, limit: 1 }
      const { total, total_is } = (await call(op, params as unknown as ParamsOf<Op>, {
        signal,
      })) as unknown as TablePage<RowOf<Op>>
      return { total, total_is }
    },
    enabled: wanted,
    staleTime: FRESH_MS,
  })
}

/** What is shown, all pages of it, as a file. */
export function csvAddress(
  op: AnyOperation,
  organization: OrganizationId,
  state: TableState,
  columns: readonly string[],
): string {
  const params = paramsOf(organization, { ...state, cursor: undefined })
  return addressOf(op, { ...params, format: 'csv', columns: columns.join(',') })
}

/** Something was done that lists and figures show. */
export const refreshConsole = (): Promise<void> => queries.invalidateQueries({ queryKey: ['console'] })

/** Does something, after which all that the console shows is asked for anew. */
export async function afterwards<Result>(does: Promise<Result>): Promise<Result> {
  const result = await does
  await refreshConsole()
  return result
}
