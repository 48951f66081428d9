import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemScreen } from '../../app/problem-screen.tsx'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'

interface PagedProps<T> {
  list: UseInfiniteQueryResult<InfiniteData<{ results: T[] }>>
  children: (all: readonly T[]) => ReactNode
}

/** A list that comes in pages: while it loads, where that failed, and the way to the rest. */
export function Paged<T>({ list, children }: PagedProps<T>) {
  if (list.error) return <ProblemScreen error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Waiting />
  return (
    <>
      {children(list.data.pages.flatMap(({ results }) => results))}
      {list.hasNextPage && (
        <p className="empty-actions">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.general.more}
          </Button>
        </p>
      )}
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
