import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../platform/db/database.ts'
import { markRemoved, type RemovalWish } from './machine-roots.ts'
import { deleteMachines } from './machines.ts'
import { findPerson } from './people.ts'

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

/** Ends what is left of the sign-ins of a machine that is signed out, and with a closed account the machine. */
export async function endLeaving(tx: Tx, machine: Owned, at: Instant): Promise<void> {
  await sessionsOf(tx, machine).set({ revoked_at: at }).where('leaving', '=', 1).execute()
  const person = await findPerson(tx, machine.person_id)
  if (person?.deleted_at !== null) await deleteMachines(tx, [machine.id], at)
}

/** The same, unless it has anything to remove. */
export async function finishLeaving(tx: Tx, machine: Owned, at: Instant): Promise<void> {
  if (!(await hasRemoval(tx, machine.id))) await endLeaving(tx, machine, at)
}

/** The machines of an account that are still to remove files. */
export async function listLeavers(tx: Tx, personId: PersonId): Promise<MachineId[]> {
  const rows = await tx
    .selectFrom('session')
    .select('machine_id')
    .distinct()
    .where('person_id', '=', personId)
    .where('leaving', '=', 1)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.flatMap(({ machine_id }) => machine_id ?? [])
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
