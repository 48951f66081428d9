import type { GroupId } from '@holdfast/api/ids'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { recordActivity } from '../../../records/activity/record-activity.ts'
import type { AuthSourceRow } from '../../../records/auth-sources.ts'
import { holdOrganization } from '../../../records/organizations.ts'
import { holdSource, type Importer } from './import-persons.ts'
import { type Edge, type NestingPlan, planNesting, type ResolvedGroup } from './plan-groups.ts'
import { deleteNesting, insertNesting, type KnownGroup, listKnownGroups, listNesting } from './queries.ts'

// Groups of the directory are called by their entry, others by their row, which no entry is called.
const ofRow = (id: GroupId): string => `#${id}`

/** `groups` are those that exist or would exist after the step before. */
export const previewNesting = (
  ctx: Ctx,
  source: AuthSourceRow,
  groups: readonly ResolvedGroup[],
): Promise<NestingPlan> => plan(ctx.db.read, source, groups).then(({ nesting }) => nesting)

/** All of it in one transaction: whether there is a circle shows only in the whole. */
export async function importNesting(
  ctx: Ctx,
  who: Importer,
  source: AuthSourceRow,
  groups: readonly ResolvedGroup[],
): Promise<NestingPlan> {
  return ctx.db.write(async (tx) => {
    await holdSource(tx, source)
    await holdOrganization(tx, source.organization_id)
    const { nesting, live } = await plan(tx, source, groups)
    const changed = new Map<GroupId, KnownGroup>()
    const rowsOf = ({ outer, inner }: Edge) => {
      const group = live.get(outer)
      const member = live.get(inner)
      if (!group || !member) return undefined
      changed.set(group.id, group)
      return { group_id: group.id, member_group_id: member.id }
    }
    for (const edge of nesting.remove) {
      const row = rowsOf(edge)
      if (row) await deleteNesting(tx, row)
    }
    for (const edge of nesting.add) {
      const row = rowsOf(edge)
      if (row) await insertNesting(tx, row)
    }
    const at = ctx.now()
    for (const group of changed.values())
      await recordActivity(tx, who, 'group_members_updated', { group }, at)
    return nesting
  })
}

async function plan(db: Db, source: AuthSourceRow, groups: readonly ResolvedGroup[]) {
  const known = (await listKnownGroups(db, source.id)).filter(({ deleted_at }) => deleted_at === null)
  const live = new Map(known.map((group) => [group.directory_id ?? '', group]))
  const entries = new Map(known.map((group) => [group.id, group.directory_id ?? '']))
  const ids = new Set(groups.map(({ directoryId }) => directoryId))
  const wanted = groups.flatMap(({ directoryId, groups: inner }) =>
    [...inner].filter((id) => ids.has(id)).map((id) => ({ outer: directoryId, inner: id })),
  )
  const current: Edge[] = []
  const fixed: Edge[] = []
  for (const { group_id, member_group_id } of await listNesting(db, source.organization_id)) {
    const [outer, inner] = [entries.get(group_id), entries.get(member_group_id)]
    const ours = outer !== undefined && inner !== undefined
    if (ours) current.push({ outer, inner })
    else fixed.push({ outer: outer ?? ofRow(group_id), inner: inner ?? ofRow(member_group_id) })
  }
  return { nesting: planNesting(wanted, current, fixed), live }
}
