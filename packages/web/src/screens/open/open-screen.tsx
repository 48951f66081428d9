import type { EntryId, RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { addressOfPlace, placeAt } from '../../core/addresses/routes.ts'
import { locate } from '../../data/files/folder.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'

interface OpenScreenProps {
  root: RootId
  entry: EntryId
  /** Shown among what is beside it, not opened. */
  beside: boolean
}

/** Finds an item wherever it is by now, and leads there. */
export function OpenScreen({ root, entry, beside }: OpenScreenProps) {
  const found = useQuery({
    queryKey: ['locate', root, entry],
    queryFn: () => locate(root, entry),
    staleTime: 0,
    gcTime: 0,
  })
  if (found.error) return <ProblemScreen error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return null
  const { folder, isFile } = found.data
  const inFolder = { ...placeAt(root, folder), selected: [entry] }
  const place = beside ? inFolder : isFile ? { ...inFolder, file: entry } : placeAt(root, entry)
  return <Redirect to={addressOfPlace(place)} replace state={history.state} />
}
