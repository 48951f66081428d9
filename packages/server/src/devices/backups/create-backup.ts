import type { Backup } from '@holdfast/api/devices/backups'
import { MAX_BACKUPS } from '@holdfast/api/devices/device-fields'
import type { MachineId } from '@holdfast/api/ids'
import { authorizeNewBackup } from '../../access/machines.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { holdMachine, named } from '../../records/machines.ts'
import { insertRoot } from '../../records/roots.ts'
import { checkWithDevice } from '../basics/ask-device.ts'
import { checkedPath } from '../basics/checked-path.ts'
import { type Credentials, keptCredentials } from '../basics/seal-credentials.ts'
import { checkBackups } from './check-backups.ts'
import { countBackups, insertBackup } from './queries.ts'
import { backupView } from './view.ts'

/** Gives a folder of a machine a root that it is backed up to. A connected device is asked first; one that is away begins later. */
export async function createBackup(
  ctx: Ctx,
  who: PersonPrincipal,
  machineId: MachineId,
  given: Credentials & { path: string },
): Promise<Backup> {
  const asked = await authorizeNewBackup(ctx.db.read, who, machineId)
  const path = checkedPath(given.path)
  await checkBackups(ctx.db.read, asked.organization_id)
  await checkWithDevice(ctx, who, asked, 'backup', { path })
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const machine = await authorizeNewBackup(tx, who, machineId)
    await checkBackups(tx, machine.organization_id)
    await holdMachine(tx, machineId)
    if ((await countBackups(tx, machineId)) >= MAX_BACKUPS)
      fail('policy_error', `A machine can have up to ${MAX_BACKUPS} backups. Delete one first.`)
    const root = await insertRoot(tx, {
      organization_id: machine.organization_id,
      person_id: machine.person_id,
      root_type: 'backup',
      // Many who may not see the path see the name: see `namingBackups`.
      name: named(machine).name,
      description: folderName(path),
      created_at: at,
      deleted_at: null,
      purged_at: null,
    })
    const kept = keptCredentials(ctx, machine, { purpose: 'backup', row: root.id }, given)
    const backup = await insertBackup(tx, {
      root_id: root.id,
      machine_id: machineId,
      path,
      created_by: who.personId,
      created_at: at,
      ...kept,
    })
    const on = { machine: named(machine), about: path }
    await recordActivity(tx, who, 'backup_created', on, at)
    return backupView(backup, true)
  })
}

/** As a part of a name that a zip can have. */
const folderName = (path: string): string => path.replace(/^[\\/]+/, '').replace(/[\\/:]+/g, '-')
