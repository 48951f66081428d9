import type { MachineId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../platform/db/database.ts'
import { markRemoved, type RemovalWish } from './machine-roots.ts'

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
