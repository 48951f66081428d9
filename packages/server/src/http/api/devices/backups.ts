import * as api from '@holdfast/api/devices/backups'
import { OK } from '@holdfast/api/envelopes'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { createBackup } from '../../../devices/backups/create-backup.ts'
import { createRun } from '../../../devices/backups/create-run.ts'
import { deleteBackup } from '../../../devices/backups/delete-backup.ts'
import { getBackup } from '../../../devices/backups/get-backup.ts'
import { listBackups } from '../../../devices/backups/list-backups.ts'
import { listRuns } from '../../../devices/backups/list-runs.ts'
import { planRestore } from '../../../devices/backups/plan-restore.ts'
import { restoreBackup } from '../../../devices/backups/restore-backup.ts'
import { runBackup } from '../../../devices/backups/run-backup.ts'
import { getSchedule, updateBackup } from '../../../devices/backups/update-backup.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

const backupPath = (params: { machine_id: MachineId; root_id: RootId }) => ({
  machineId: params.machine_id,
  rootId: params.root_id,
})

export const backupRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listMachineBackups, async ({ who, params }) => ({
    results: await listBackups(ctx, who, params.machine_id),
  }))
  route(app, ctx, api.createMachineBackup, ({ who, params }) =>
    createBackup(ctx, who, params.machine_id, params),
  )
  route(app, ctx, api.getMachineBackup, ({ who, params }) => getBackup(ctx, who, backupPath(params)))
  route(app, ctx, api.restoreMachineBackup, ({ who, params }) =>
    restoreBackup(ctx, who, backupPath(params), {
      ...params,
      toMachineId: params.to_machine_id,
      asOf: params.as_of,
      folderId: params.folder_id,
    }),
  )
  route(app, ctx, api.planMachineRestore, ({ who, params }) =>
    planRestore(ctx, who, backupPath(params), {
      ...{ path: params.path, toMachineId: params.to_machine_id, asOf: params.as_of },
      folderId: params.folder_id,
    }),
  )
  route(app, ctx, api.runMachineBackup, async ({ who, params }) => {
    await runBackup(ctx, who, backupPath(params))
    return OK
  })
  route(app, ctx, api.getBackupSchedule, ({ who, params }) => getSchedule(ctx, who, backupPath(params)))
  route(app, ctx, api.updateMachineBackup, ({ who, params }) =>
    updateBackup(ctx, who, backupPath(params), params),
  )
  route(app, ctx, api.listBackupRuns, ({ who, params }) => listRuns(ctx, who, backupPath(params), params))
  route(app, ctx, api.createBackupRun, ({ who, params }) => createRun(ctx, who, backupPath(params), params))
  route(app, ctx, api.deleteMachineBackup, async ({ who, params }) => {
    await deleteBackup(ctx, who, backupPath(params))
    return OK
  })
})
