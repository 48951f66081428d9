import type { MachineId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { listRootsOfMachines, type RootsOfMachine } from '../../access/machine-roots.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import {
  holdMachineRoots,
  listMachineRoots,
  type MachineRootRow,
  markLeaving,
  putMachineRoots,
} from '../../records/machine-roots.ts'
import { cancelRemovals } from './queries.ts'

/** The roots of a machine, and what is noted of each that is or was one. */
export interface Settled {
  roots: RootsOfMachine
  noted: MachineRootRow[]
}

/** Finds out which roots belong to machines, and notes those that came, and those that are to leave. */
export async function settleRoots(ctx: Ctx, ids: readonly MachineId[]): Promise<Map<MachineId, Settled>> {
  const now = ctx.now()
  const seen = await look(ctx.db.read, ids, now, listMachineRoots)
  const changed = [...seen].filter(([, settled]) => isChanged(settled)).map(([id]) => id)
  if (changed.length === 0) return seen
  await ctx.db.write(async (tx) => settle(tx, await look(tx, changed, now, holdMachineRoots), now))
  return look(ctx.db.read, ids, now, listMachineRoots)
}

/** What is noted is read first: the holder decides by what is true afterwards. */
async function look<T extends Db>(
  db: T,
  ids: readonly MachineId[],
  now: Instant,
  list: (db: T, ids: readonly MachineId[]) => Promise<MachineRootRow[]>,
): Promise<Map<MachineId, Settled>> {
  const inOrder = [...ids].sort((a, b) => a - b)
  const noted = Map.groupBy(await list(db, inOrder), ({ machine_id }) => machine_id)
  const belonging = await listRootsOfMachines(db, inOrder, now)
  return new Map([...belonging].map(([id, roots]) => [id, { roots, noted: noted.get(id) ?? [] }]))
}

type Source = MachineRootRow['source']

export const sourcesOf = ({ synced, mappings, backups }: RootsOfMachine): Map<RootId, Source> =>
  new Map<RootId, Source>([
    ...synced.map(({ id, source }) => [id, source] as const),
    ...mappings.map(({ root_id }) => [root_id, 'mapping'] as const),
    ...backups.map(({ root_id }) => [root_id, 'backup'] as const),
  ])

function differences({ roots, noted }: Settled) {
  const sources = sourcesOf(roots)
  const kept = new Map(noted.map((row) => [row.root_id, row]))
  const came = [...sources].filter(([rootId, source]) => {
    const row = kept.get(rootId)
    return row?.source !== source || row.leaving !== null
  })
  const resting = new Set(roots.resting)
  const went = noted.filter(
    ({ root_id, leaving }) => leaving === null && !sources.has(root_id) && !resting.has(root_id),
  )
  const back = came.map(([rootId]) => rootId).filter((rootId) => kept.get(rootId)?.leaving === 'remove')
  return { came, back, went }
}

function isChanged(settled: Settled): boolean {
  const { came, went } = differences(settled)
  return came.length + went.length > 0
}

async function settle(tx: Tx, machines: ReadonlyMap<MachineId, Settled>, now: Instant): Promise<void> {
  const changes = [...machines].map(([machine_id, settled]) => ({ machine_id, ...differences(settled) }))
  await putMachineRoots(
    tx,
    changes.flatMap(({ machine_id, came }) =>
      came.map(([root_id, source]) => ({ machine_id, root_id, source })),
    ),
  )
  await markLeaving(
    tx,
    changes.flatMap(({ went }) => went.map(({ id }) => id)),
  )
  // What came back before it had left is no longer to be removed.
  for (const { machine_id, back } of changes)
    if (back.length > 0) await cancelRemovals(tx, machine_id, back, now)
}
