import type { Actor } from '@holdfast/api/files/history-figures'
import type { MachineId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { type Instant, parseUtc } from '@holdfast/api/time'
import { authorizeOrganization } from '../../../access/administration.ts'
import { refuse } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Principal } from '../../../platform/principal.ts'
import { listRootsActedOn } from '../../../records/activity/roots-acted-on.ts'
import { findRoot } from '../../../records/roots.ts'
import { seqBefore } from '../log-queries.ts'
import { countActors } from './count-actors.ts'
import { named } from './list-root-actors.ts'

/** What one request reads at most, of records and of changes. */
const MOST_RECORDS = 10_000
const MOST_READ = 50_000

/** Who did how much in each root of an organization. The records of the organization tell in which roots to look. */
export async function listOrganizationActors(
  ctx: Ctx,
  who: Principal,
  wish: {
    organization_id: OrganizationId
    since: string
    include_names: boolean
    person_id?: PersonId | undefined
    machine_id?: MachineId | undefined
  },
): Promise<{ results: Actor[]; complete: boolean }> {
  const db = ctx.db.read
  await authorizeOrganization(db, who, wish.organization_id)
  const since: Instant = parseUtc(wish.since) ?? refuse('since')
  const { person_id: person, machine_id: machine } = wish
  const acted = await listRootsActedOn(db, wish.organization_id, since, MOST_RECORDS, { person, machine })
  const found: Actor[] = []
  let complete = acted.complete
  let left = MOST_READ
  for (const id of acted.roots) {
    const root = await findRoot(db, id)
    if (!root || root.deleted_at !== null) continue
    if (left === 0) {
      complete = false
      break
    }
    const from = (await seqBefore(db, id, since)) + 1
    const { actors, read, cursor } = await countActors(db, root, { from, to: root.seq, limit: left })
    found.push(
      ...actors.filter(
        (one) =>
          (person === undefined || one.person_id === person) &&
          (machine === undefined || one.machine_id === machine),
      ),
    )
    left -= read
    if (cursor !== null) complete = false
  }
  const results = found.toSorted((a, b) => (a.last_at < b.last_at ? 1 : -1))
  return { results: await named(db, results, wish.include_names), complete }
}
