import type { EntryId, RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { ProblemScreen } from '../../app/problem-screen.tsx'
import { addressOfPlace, placeAt } from '../../app/routes.ts'
import { locate } from '../../data/folder.ts'

/** Finds an item wherever it is by now, and leads there. */
export function OpenScreen({ root, entry }: { root: RootId; entry: EntryId }) {
  const found = useQuery({
    queryKey: ['locate', root, entry],
    queryFn: () => locate(root, entry),
    staleTime: 0,
    gcTime: 0,
  })
  if (found.error) return <ProblemScreen error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return null
  const { folder, isFile } = found.data
  const place = isFile ? { ...placeAt(root, folder), file: entry, selected: [entry] } : placeAt(root, entry)
  return <Redirect to={addressOfPlace(place)} replace />
}
