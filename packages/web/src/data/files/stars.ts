import { listStarred, starItem, unstarItem } from '@holdfast/api/files/preferences'
import type { FoundItem } from '@holdfast/api/files/search'
import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../service/api.ts'
import { codeOf } from '../service/errors.ts'
import { queries } from '../service/queries.ts'
import { ownPersonId } from '../service/session.ts'

/** Stars are of a person: guests have none. */
const KEY = ['starred']

/** What a star can be put on. */
export type Starrable = { id: EntryId; root_id: RootId; name: string } & (
  | { type: 'file' }
  | { type: 'folder' }
)

/** What is shown of items themselves must be as they are now; of a badge it is enough to be there. */
export const useStarred = ({ enabled = true, fresh = false } = {}) =>
  useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call(listStarred, { person_id: ownPersonId() as PersonId }, { signal })).results,
    enabled: enabled && ownPersonId() !== undefined,
    ...(fresh && { staleTime: 0 }),
  })

const NONE: ReadonlySet<number> = new Set()

/** The ids of all that is starred. No two items have the same, in whichever roots they are. */
export function useStars(enabled = true): ReadonlySet<number> {
  const { data } = useStarred({ enabled })
  return useMemo(() => (data ? new Set(data.map(({ id }) => id as number)) : NONE), [data])
}

/** Shown at once; a refusal puts it back. */
export async function setStars(items: readonly Starrable[], on: boolean): Promise<void> {
  const person_id = ownPersonId()
  if (person_id === undefined) return
  await queries.cancelQueries({ queryKey: KEY })
  const before = queries.getQueryData<FoundItem[]>(KEY)
  const ids = new Set(items.map(({ id }) => id))
  const others = (before ?? []).filter(({ id }) => !ids.has(id))
  // The place of what is new comes with the list as the server has it.
  const added = on ? items.map((item) => ({ path: '', root_name: '', ...item }) as FoundItem) : []
  queries.setQueryData(KEY, [...added, ...others])
  try {
    for (const { root_id, id } of items)
      await call(on ? starItem : unstarItem, { person_id, root_id, item_id: id }).catch((error: unknown) => {
        // Another tab was faster.
        if (on || codeOf(error) !== 'not_found') throw error
      })
  } catch (error) {
    queries.setQueryData(KEY, before)
    throw error
  } finally {
    void queries.invalidateQueries({ queryKey: KEY })
  }
}
