import type { EntryId, RootId } from '@holdfast/api/ids'
import { fail } from '../../../errors.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import { nameKey } from '../../../records/names.ts'
import { numberedName } from '../../basics/free-name.ts'
import { moves, type Step } from './plan.ts'
import { listAtPlaces } from './queries.ts'

const MOST_TRIES = 1000

const keyOf = (parentId: ParentId, key: string): string => `${parentId}/${key}`

/**
 * Gives those a numbered name whose own is taken by something that stays where it is, or by another of them: names of
 * one moment never collide, those of several may. Who has that name already, as after being set back before, and gets
 * nothing else, is left alone. Gives how many get one.
 */
export async function settleNames(db: Db, rootId: RootId, steps: Map<EntryId, Step>): Promise<number> {
  const live = [...steps.values()].filter(({ to }) => !to.deleted)
  const arriving = [...live.filter((step) => !takesPlace(step)), ...live.filter(takesPlace)]
  const taken = new Set(arriving.map(({ to }) => keyOf(to.parentId, to.nameKey)))
  const inTheWay = await listAtPlaces(
    db,
    rootId,
    arriving.filter(takesPlace).map(({ to }) => ({ parentId: to.parentId, nameKey: to.nameKey })),
  )
  const held = new Set(
    inTheWay.filter(({ id }) => !steps.has(id)).map((row) => keyOf(row.parent_id, row.name_key)),
  )
  let numbered = 0
  for (const step of arriving) {
    const { parentId, name, nameKey: key } = step.to
    if (!held.has(keyOf(parentId, key))) {
      held.add(keyOf(parentId, key))
      continue
    }
    const free = await freeName(db, rootId, parentId, name, taken, steps)
    taken.add(keyOf(parentId, nameKey(free)))
    step.to = { ...step.to, name: free, nameKey: nameKey(free) }
    if (moves(step) || step.copy !== undefined) numbered++
    else steps.delete(step.item.id)
  }
  return numbered
}

const takesPlace = ({ item: { now }, to }: Step): boolean =>
  now.deleted || now.parentId !== to.parentId || now.nameKey !== to.nameKey

async function freeName(
  db: Db,
  rootId: RootId,
  parentId: ParentId,
  name: string,
  taken: ReadonlySet<string>,
  steps: ReadonlyMap<EntryId, Step>,
): Promise<string> {
  for (let number = 2; number <= MOST_TRIES; number++) {
    const candidate = numberedName(name, number)
    const key = nameKey(candidate)
    if (taken.has(keyOf(parentId, key))) continue
    const there = await listAtPlaces(db, rootId, [{ parentId, nameKey: key }])
    if (there.every(({ id }) => steps.has(id))) return candidate
  }
  return fail('name_conflict')
}
