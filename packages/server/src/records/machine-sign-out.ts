import type { MachineId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../platform/db/database.ts'
import { announce } from '../platform/db/news.ts'
import type { Actor } from '../platform/principal.ts'
import { recordActivity } from './activity/record-activity.ts'
import { endSignIns, markSignedOut } from './end-sign-ins.ts'
import { markRemoved, type RemovalWish } from './machine-roots.ts'
import { type MachineRow, named } from './machines.ts'

/** Signs out a machine that the transaction holds. With a wish it keeps its line, and nothing else, until it has removed its copies. */
export async function signOutMachine(
  tx: Tx,
  by: Actor,
  machine: MachineRow,
  wish: RemovalWish | undefined,
  at: Instant,
): Promise<void> {
  const { id } = machine
  if (wish) await removeCopies(tx, id, ['own', 'share'], wish, at)
  await endSignIns(tx, { machine }, { at })
  await markSignedOut(tx, id, at)
  const on = { machine: named(machine), ...(wish && { about: 'remove_files' }) }
  await recordActivity(tx, by, 'machine_signed_out', on, at)
  announce(tx, `m${id}`)
}

/** Has a machine remove copies that it holds, each as a job. What it maps or backs up is its own, and no copy. */
export async function removeCopies(
  tx: Tx,
  id: MachineId,
  sources: readonly ('own' | 'share')[],
  wish: RemovalWish,
  at: Instant,
): Promise<void> {
  const copies = await tx
    .selectFrom('machine_root as c')
    .selectAll('c')
    .where('c.machine_id', '=', id)
    .where('c.source', 'in', sources)
    .where('c.receipt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('machine_job as j')
            .select('j.id')
            .whereRef('j.machine_id', '=', 'c.machine_id')
            .whereRef('j.root_id', '=', 'c.root_id')
            .where('j.kind', '=', 'remove_files')
            .where('j.finished_at', 'is', null),
        ),
      ),
    )
    .execute()
  await markRemoved(tx, copies, wish, at)
}

/** What a machine said when it had removed its copy of a root. */
export async function noteReceipt(tx: Tx, id: MachineId, rootId: RootId, receipt: string): Promise<void> {
  await tx
    .updateTable('machine_root')
    .set({ receipt })
    .where('machine_id', '=', id)
    .where('root_id', '=', rootId)
    .where('leaving', '=', 'remove')
    .execute()
}
