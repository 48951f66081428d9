import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { AGENT_CLIENT } from '@holdfast/api/oauth'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../platform/db/database.ts'

/** A machine and whose it is, by whom its sign-ins are found. */
interface Owned {
  id: MachineId
  person_id: PersonId
}

const sessionsOf = (tx: Tx, { id, person_id }: Owned) =>
  tx
    .updateTable('session')
    .where('person_id', '=', person_id)
    .where('machine_id', '=', id)
    .where('revoked_at', 'is', null)

/** Ends the sign-ins of a machine. Those of its agent stay for its line alone while there are files to remove. */
export async function endSignIns(tx: Tx, machine: Owned, at: Instant): Promise<void> {
  if (await hasRemoval(tx, machine.id)) {
    await sessionsOf(tx, machine).set({ leaving: 1 }).where('client_id', '=', AGENT_CLIENT).execute()
    await sessionsOf(tx, machine).set({ revoked_at: at }).where('leaving', '=', 0).execute()
  } else await sessionsOf(tx, machine).set({ revoked_at: at }).execute()
}

/** Ends what is left of the sign-ins of a machine that is signed out. */
export async function endLeaving(tx: Tx, machine: Owned, at: Instant): Promise<void> {
  await sessionsOf(tx, machine).set({ revoked_at: at }).where('leaving', '=', 1).execute()
}

/** The same, unless it has anything to remove. */
export async function finishLeaving(tx: Tx, machine: Owned, at: Instant): Promise<void> {
  if (!(await hasRemoval(tx, machine.id))) await endLeaving(tx, machine, at)
}

const hasRemoval = async (tx: Tx, id: MachineId): Promise<boolean> =>
  (await tx
    .selectFrom('machine_job')
    .select('id')
    .where('machine_id', '=', id)
    .where('kind', '=', 'remove_files')
    .where('finished_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Marks the copies of roots that a machine holds as to be removed, in the epoch in which that was wished: after a restore
 * they may be all there is. What it maps or backs up is its own, and no copy.
 */
export async function markCopies(tx: Tx, id: MachineId, epoch: string): Promise<RootId[]> {
  const rows = await tx
    .updateTable('machine_root')
    .set({ leaving: 'remove', epoch })
    .where('machine_id', '=', id)
    .where('source', 'in', ['own', 'share'])
    .where('receipt', 'is', null)
    .returning('root_id')
    .execute()
  return rows.map(({ root_id }) => root_id)
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
