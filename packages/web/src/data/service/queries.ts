import { QueryClient } from '@tanstack/react-query'
import { returns } from '../../platform/connection.ts'
import { ApiClientError } from './api.ts'
import { isKept } from './kept.ts'

/** What was read stays right until the event stream says otherwise. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // A refusal stays one; an outage does not.
      retry: (count, error) =>
        count < 3 && !isKept() && !(error instanceof ApiClientError && error.status < 500),
    },
  },
})

returns.add(
  () =>
    void queries.invalidateQueries({
      predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0,
    }),
)
