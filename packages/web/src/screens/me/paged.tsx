import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../messages/words.ts'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'

interface PagedProps<T> {
  list: UseInfiniteQueryResult<InfiniteData<{ results: T[] }>>
  children: (all: readonly T[]) => ReactNode
}

/** A list that comes in pages: while it loads, where that failed, and the way to the rest. */
export function Paged<T>({ list, children }: PagedProps<T>) {
  if (list.isLoadingError) return <ProblemScreen error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Waiting />
  return (
    <>
      {children(list.data.pages.flatMap(({ results }) => results))}
      <ListEnd list={list} />
    </>
  )
}

/** Grey shapes in the place of what comes. */
export const Waiting = () => (
  <div className="me-waiting" role="status" aria-label={t.general.loading}>
    <span />
    <span />
    <span />
  </div>
)
