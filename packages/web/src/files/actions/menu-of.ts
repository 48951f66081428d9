import type { MenuItem } from '../../ui/menu.tsx'
import { type ActionId, actionsFor, type Chosen, keysOf } from './table.ts'

/** As menus show them. To cut and to copy are keys alone: in a menu there is one kind of moving, and one of copying. */
const GROUPS: readonly (readonly ActionId[])[] = [
  ['open', 'download'],
  ['share', 'copyLink', 'requestFiles', 'copyAddress'],
  ['newFolder', 'upload'],
  ['rename', 'moveTo', 'copyTo', 'paste', 'star', 'unstar', 'lock', 'unlock'],
  ['versions', 'history', 'details'],
  ['selectAll'],
  ['restore', 'delete'],
]

interface How {
  letters: boolean
  run: (id: ActionId) => unknown
  /** Those that stand elsewhere. */
  without?: readonly ActionId[]
}

/** What can be done with what is chosen, in groups. */
export function menuOf(chosen: Chosen, { letters, run, without = [] }: How): (MenuItem | 'line')[] {
  const available = actionsFor(chosen)
  const groups = GROUPS.map((ids) =>
    ids.flatMap((id): MenuItem[] => {
      const action = without.includes(id) ? undefined : available.find((one) => one.id === id)
      if (!action) return []
      const keys = keysOf(id, letters)
      return [
        {
          ...{ id, icon: action.icon, label: action.words(chosen), run: () => void run(id) },
          ...(keys && { keys }),
          ...(action.bad && { bad: true }),
        },
      ]
    }),
  ).filter((group) => group.length > 0)
  return groups.flatMap((group, n) => (n === 0 ? group : ['line' as const, ...group]))
}
