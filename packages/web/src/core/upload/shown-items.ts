import type { EntryId } from '@holdfast/api/ids'
import { topOf } from './machine-change.ts'
import { itemsOf } from './machine-items.ts'
import type { Item, State, Status } from './machine-types.ts'

/** A folder of which everything is there by now: one line, not one for each of its files. */
export interface WholeFolder {
  batch: number
  name: string
  count: number
  /** What is in it, where the folder itself was not asked for. */
  first: EntryId | undefined
}
export type Shown = { item: Item } | { folder: WholeFolder }

/** What needs someone comes first, what is over last. */
const ORDER: readonly Status[][] = [
  ['failed'],
  ['sending', 'waiting'],
  ['asking', 'lost', 'paused', 'queued', 'checking'],
  ['done', 'skipped', 'cancelled'],
]
const GROUP_OF = new Map(ORDER.flatMap((statuses, n) => statuses.map((status) => [status, n] as const)))

const folderOf = ({ batch, path }: Item): string | undefined =>
  path.includes('/') ? `${batch}/${topOf(path)}` : undefined

export function shownIn(state: State): Shown[] {
  const groups = ORDER.map((): Shown[] => [])
  const open = new Set<string>()
  const whole = new Map<string, WholeFolder>()
  for (const item of itemsOf(state)) {
    const folder = folderOf(item)
    if (folder !== undefined && item.status !== 'done' && !item.dismissed) open.add(folder)
  }
  for (const item of itemsOf(state)) {
    if (item.dismissed) continue
    const folder = folderOf(item)
    const group = groups[GROUP_OF.get(item.status) ?? 0]
    if (folder === undefined || open.has(folder)) {
      group?.push({ item })
      continue
    }
    const known = whole.get(folder)
    if (known) known.count++
    else {
      const first = { batch: item.batch, name: topOf(item.path), count: 1, first: item.entry }
      whole.set(folder, first)
      group?.push({ folder: first })
    }
  }
  return groups.flat()
}
