import { QueryClient } from '@tanstack/react-query'
import { ApiClientError } from './api.ts'

/** What was read stays right until the event stream says otherwise. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // A refusal stays one; an outage does not.
      retry: (count, error) => count < 3 && !(error instanceof ApiClientError && error.status < 500),
    },
  },
})
