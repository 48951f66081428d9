import * as api from '@holdfast/api/devices/fleet'
import { OK } from '@holdfast/api/envelopes'
import type { MachineId, MachineJobId } from '@holdfast/api/ids'
import { cancelJob } from '../../../devices/jobs/cancel-job.ts'
import { getJob, listJobs } from '../../../devices/jobs/list-jobs.ts'
import { getHealth } from '../../../devices/machines/health.ts'
import { signOut } from '../../../devices/machines/sign-out.ts'
import { listStoppedDevices, resumeMachine } from '../../../devices/machines/stopped-devices.ts'
import { updateMachine } from '../../../devices/machines/update-machine.ts'
import { exportMappings } from '../../../devices/mappings/export-mappings.ts'
import { importMappings } from '../../../devices/mappings/import-mappings.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import { waitingCaller } from '../../exchange/waiting-caller.ts'

const jobPath = (params: { machine_id: MachineId; job_id: MachineJobId }) => ({
  machineId: params.machine_id,
  jobId: params.job_id,
})

export const fleetRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.updateMachine, ({ who, params }) => updateMachine(ctx, who, params.machine_id, params))
  route(app, ctx, api.getMachineHealth, ({ who, params }) => getHealth(ctx, who, params.machine_id))
  route(app, ctx, api.signOutMachine, async ({ who, params }) => {
    await signOut(ctx, who, params.machine_id, params.remove_files)
    return OK
  })
  route(app, ctx, api.listStoppedDevices, async ({ who }) => ({
    results: await listStoppedDevices(ctx, who),
  }))
  route(app, ctx, api.resumeMachine, async ({ who, params }) => {
    await resumeMachine(ctx, who, params.machine_id, params)
    return OK
  })
  route(app, ctx, api.listMachineJobs, ({ who, params }) => listJobs(ctx, who, params.machine_id, params))
  route(app, ctx, api.getMachineJob, (call) => {
    const { known_state: state, known_done: done, wait } = call.params
    return getJob(ctx, waitingCaller(call), jobPath(call.params), { state, done }, wait)
  })
  route(app, ctx, api.cancelMachineJob, ({ who, params }) => cancelJob(ctx, who, jobPath(params)))
  route(app, ctx, api.exportMachineMappings, ({ who, params }) => exportMappings(ctx, who, params.machine_id))
  route(app, ctx, api.importMachineMappings, async ({ who, params }) => ({
    results: await importMappings(ctx, who, params.machine_id, params.mappings),
  }))
})
