import type { MachineId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { endSignIns, listLeavers } from './end-sign-ins.ts'
import { leaveGroups } from './group-members.ts'
import { deleteLinksOfPersons } from './links.ts'
import { deleteMachines } from './machines.ts'
import { deleteNoticesOfPersons } from './notices.ts'
import { addCounts } from './organizations.ts'
import { deletePreferencesOf } from './preferences.ts'
import { removeSubscriptionsOfPersons } from './shares.ts'
import { deleteWords } from './words.ts'

/** Takes the place of a value that others may have from now on. */
export const freed = sql<string>`'deleted-' || id`

/**
 * Takes accounts out of use for good. Their address is free again; their name stays in records. Machines that have files
 * to remove stay until they have, with their lines; not so `outright`, where they could not connect.
 */
export async function closePersons(
  tx: Tx,
  ids: readonly PersonId[],
  at: Instant,
  { outright = false }: { outright?: boolean } = {},
): Promise<void> {
  const closed = await tx
    .updateTable('person')
    .set({
      active: 0,
      deleted_at: at,
      email_key: freed,
      password_hash: null,
      totp_secret: null,
      backup_key_hash: null,
      two_step_mode: null,
      two_step_pending: null,
    })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning(['organization_id', 'guest', 'site_admin', 'system_admin'])
    .execute()
  for (const { organization_id, guest, site_admin, system_admin } of closed)
    await addCounts(
      tx,
      organization_id,
      guest ? { guests: -1 } : { persons: -1, admins: site_admin || system_admin ? -1 : 0 },
    )
  await leaveGroups(tx, ids)
  await deleteWords(tx, 'person', ids)
  await deleteLinksOfPersons(tx, ids)
  await removeSubscriptionsOfPersons(tx, ids)
  await deleteNoticesOfPersons(tx, ids)
  await deletePreferencesOf(tx, ids)
  for (const table of ['sent_code', 'mailed_token'] as const)
    await tx.deleteFrom(table).where('person_id', 'in', ids).execute()
  await tx
    .deleteFrom('authorization_code')
    .where('person_id', 'in', ids)
    .where('session_id', 'is', null)
    .execute()
  const machines = await tx
    .selectFrom('machine')
    .select('id')
    .where('person_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  await endSignIns(tx, { persons: ids }, { at, outright })
  const leavers = await listLeavers(tx, ids)
  const gone = machines.map(({ id }) => id).filter((id) => !leavers.includes(id))
  await deleteMachines(tx, gone, at)
  await endMappings(
    tx,
    machines.map(({ id }) => id),
    at,
  )
  await dropJobs(tx, gone, leavers)
}

/** Nothing is left for the machines to do. What was sealed for them is of no use to anybody else, and goes. */
async function endMappings(tx: Tx, machineIds: readonly MachineId[], at: Instant): Promise<void> {
  if (machineIds.length === 0) return
  await tx
    .updateTable('machine_mapping')
    .set({ deleted_at: at, credentials: null })
    .where('machine_id', 'in', machineIds)
    .where('deleted_at', 'is', null)
    .execute()
  await tx.updateTable('backup').set({ credentials: null }).where('machine_id', 'in', machineIds).execute()
}

/** Leavers have nothing to do but to remove files. */
async function dropJobs(tx: Tx, gone: readonly MachineId[], leavers: readonly MachineId[]): Promise<void> {
  const open = tx.deleteFrom('machine_job').where('finished_at', 'is', null)
  if (gone.length > 0) await open.where('machine_id', 'in', gone).execute()
  if (leavers.length > 0)
    await open.where('machine_id', 'in', leavers).where('kind', '!=', 'remove_files').execute()
}
