import type { ResultOf } from '@holdfast/api/operation'
import { listSessions } from '@holdfast/api/sign-in/sessions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../data/service/api.ts'
import { queries } from '../../data/service/queries.ts'

export type SignIn = ResultOf<typeof listSessions>['results'][number]

interface OffsetPage {
  offset: number
  total: number
  results: readonly unknown[]
}

/** Where the next page of a list begins that is read from an offset. */
export function nextOffset({ offset, total, results }: OffsetPage): number | undefined {
  const next = offset + results.length
  return results.length > 0 && next < total ? next : undefined
}

const queryKey = ['sign-ins']

/** Where someone is signed in, latest use first. */
export const useSignIns = () =>
  useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => call(listSessions, { offset: pageParam }, { signal }),
    getNextPageParam: nextOffset,
    staleTime: 0,
  })

export const signInsChanged = (): Promise<void> => queries.invalidateQueries({ queryKey })
