import { findAdministered } from '@holdfast/api/accounts/find'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'

const LEAST = 2

/** What one administers, by its name; while more is typed, what was found before stays. */
export const useAdministered = (q: string) =>
  useQuery({
    queryKey: ['console', 'find', q],
    queryFn: ({ signal }) => call(findAdministered, { q }, { signal }),
    enabled: q.length >= LEAST,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
