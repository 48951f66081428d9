import { getOwnPerson } from '@holdfast/api/accounts/people'
import type { RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages/words.ts'
import { call } from '../service/api.ts'
import { watchCalmly } from '../service/live.ts'
import { queries } from '../service/queries.ts'
import { isOwnRoot, type Session } from '../service/session.ts'

const ICONS = { sync: 'folder', share: 'people', backup: 'device' } as const

/** A root as people know it. */
export interface Place {
  id: RootId
  name: string
  type: 'sync' | 'share' | 'backup'
  icon: (typeof ICONS)[keyof typeof ICONS]
}

/** Own files first, then team shares, then backups; each by name. */
export function rootsOf({ person }: { person?: Session['person'] | undefined }): Place[] {
  const order = ['sync', 'share', 'backup']
  return (person?.roots ?? [])
    .map(
      ({ id, name, root_type }): Place => ({
        id,
        name: id === person?.root_id ? t.navigation.myFiles : name,
        type: root_type,
        icon: ICONS[root_type],
      }),
    )
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type) || a.name.localeCompare(b.name))
}

/** The space that is used changes with one's own files, whoever changes them. Gives the way to stop. */
export const followSpace = (): (() => void) =>
  watchCalmly(
    () => void queries.invalidateQueries({ queryKey: ['person'] }),
    ({ root_id }) => isOwnRoot(root_id),
  )

/** The person who is signed in, as it is now. */
export const usePerson = (session: Session) =>
  useQuery({
    queryKey: ['person'],
    queryFn: ({ signal }) => call(getOwnPerson, {}, { signal }),
    ...(session.person && { initialData: session.person }),
    enabled: session.who_type === 'person',
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  }).data
