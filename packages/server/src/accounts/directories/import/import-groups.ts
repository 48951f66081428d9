import type { PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { recordActivity } from '../../../records/activity/record-activity.ts'
import type { AuthSourceRow } from '../../../records/auth-sources.ts'
import { addMembers, membersOf, removeMembers } from '../../../records/group-members.ts'
import { insertGroup, renameGroup } from '../../../records/groups.ts'
import { nameKey } from '../../../records/names.ts'
import { addCounts, holdOrganization } from '../../../records/organizations.ts'
import { batchesOf } from './batches.ts'
import { holdSource, type Importer } from './import-persons.ts'
import { type GroupFacts, type GroupStep, planGroup, type ResolvedGroup } from './plan-groups.ts'
import {
  type KnownGroup,
  listGroupNames,
  listKnownGroups,
  listKnownPersons,
  listMembers,
  retireGroup,
  reviveGroup,
} from './queries.ts'

const BATCH = 100
const ROWS = 500

export function previewGroups(
  ctx: Ctx,
  source: AuthSourceRow,
  groups: readonly ResolvedGroup[],
): Promise<GroupStep[]> {
  return planBatch(ctx.db.read, source, groups)
}

/** Groups with the persons in them; the groups in them follow by `importNesting`, when all are there. */
export async function importGroups(
  ctx: Ctx,
  who: Importer,
  source: AuthSourceRow,
  groups: readonly ResolvedGroup[],
): Promise<GroupStep[]> {
  const steps: GroupStep[] = []
  for (const batch of batchesOf(groups, BATCH)) {
    const done = await ctx.db.write(async (tx) => {
      await holdSource(tx, source)
      // For the names of its groups, of which there is one each.
      await holdOrganization(tx, source.organization_id)
      const planned = await planBatch(tx, source, batch)
      for (const step of planned) await take(tx, who, source, step, ctx.now())
      return planned
    })
    steps.push(...done)
  }
  return steps
}

async function planBatch(
  db: Db,
  source: AuthSourceRow,
  groups: readonly ResolvedGroup[],
): Promise<GroupStep[]> {
  const known = new Map((await listKnownGroups(db, source.id)).map((row) => [row.directory_id, row]))
  const names = await listGroupNames(db, source.organization_id)
  const taken = new Map(names.map(({ id, name }): [string, GroupFacts['namesake']] => [nameKey(name), id]))
  const steps: GroupStep[] = []
  const made = new Set<string>()
  for (const group of groups) {
    const earlier = known.get(group.directoryId)
    const members = earlier
      ? new Set((await listMembers(db, source.id, earlier.id)).keys())
      : new Set<string>()
    const key = nameKey(group.name)
    // Of two new groups with one name, the first has it.
    const step: GroupStep = made.has(key)
      ? planGroup(group, { known: earlier, members, namesake: 0 as NonNullable<GroupFacts['namesake']> })
      : planGroup(group, { known: earlier, members, namesake: taken.get(key) })
    if (step.action === 'create') made.add(key)
    if (step.action === 'update') taken.set(key, step.known.id)
    steps.push(step)
  }
  return steps
}

async function take(
  tx: Tx,
  who: Importer,
  source: AuthSourceRow,
  step: GroupStep,
  at: Instant,
): Promise<void> {
  const { organization_id } = source
  if (step.action === 'create') {
    const { name, directoryId, persons } = step.group
    await addCounts(tx, organization_id, { groups: 1 })
    const group = await insertGroup(tx, {
      organization_id,
      name,
      auth_source_id: source.id,
      directory_id: directoryId,
      created_at: at,
    })
    for (const ids of await personIds(tx, source, [...persons]))
      await addMembers(tx, membersOf(group.id, ids))
    await recordActivity(tx, who, 'group_created', { group }, at)
  }
  if (step.action === 'update') {
    const { known, group, add, remove } = step
    const target = { id: known.id, organization_id, name: group.name }
    if (known.deleted_at !== null) await reviveGroup(tx, known)
    if (known.name !== group.name) await renameGroup(tx, known.id, group.name)
    if (known.deleted_at !== null || known.name !== group.name)
      await recordActivity(tx, who, 'group_updated', { group: target, about: group.name }, at)
    if (add.length === 0 && remove.length === 0) return
    for (const ids of await personIds(tx, source, add)) await addMembers(tx, membersOf(known.id, ids))
    for (const ids of await personIds(tx, source, remove)) await removeMembers(tx, known.id, ids)
    await recordActivity(tx, who, 'group_members_updated', { group: target }, at)
  }
}

async function personIds(
  tx: Tx,
  source: AuthSourceRow,
  directoryIds: readonly string[],
): Promise<PersonId[][]> {
  const found: PersonId[][] = []
  for (const batch of batchesOf(directoryIds, ROWS)) {
    const persons = await listKnownPersons(tx, source.id, batch)
    if (persons.length > 0) found.push(persons.map(({ id }) => id))
  }
  return found
}

/** Groups whose entries are gone are deleted; the accounts in them are not touched. */
export async function retireVanished(
  ctx: Ctx,
  who: Importer,
  source: AuthSourceRow,
  vanished: readonly KnownGroup[],
): Promise<void> {
  for (const batch of batchesOf(vanished, BATCH))
    await ctx.db.write(async (tx) => {
      await holdSource(tx, source)
      const at = ctx.now()
      for (const group of batch)
        if (await retireGroup(tx, group, at)) await recordActivity(tx, who, 'group_deleted', { group }, at)
    })
}
