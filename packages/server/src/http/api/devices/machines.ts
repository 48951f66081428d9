import * as api from '@holdfast/api/devices/machines'
import { OK } from '@holdfast/api/envelopes'
import type { MachineId, MappingId } from '@holdfast/api/ids'
import { disableServer } from '../../../devices/machines/disable-server.ts'
import { enableServer } from '../../../devices/machines/enable-server.ts'
import { getMachine } from '../../../devices/machines/get-machine.ts'
import { getStatus } from '../../../devices/machines/get-status.ts'
import { listPath } from '../../../devices/machines/list-path.ts'
import { createMapping } from '../../../devices/mappings/create-mapping.ts'
import { deleteMapping } from '../../../devices/mappings/delete-mapping.ts'
import { getMapping } from '../../../devices/mappings/get-mapping.ts'
import { listMappings } from '../../../devices/mappings/list-mappings.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { App } from '../../exchange/server.ts'

const mappingPath = (params: { machine_id: MachineId; mapping_id: MappingId }) => ({
  machineId: params.machine_id,
  mappingId: params.mapping_id,
})

export const machineRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getMachine, ({ who, params }) => getMachine(ctx, who, params.machine_id))
  route(app, ctx, api.getMachineStatus, async ({ who, params }) => ({
    results: await getStatus(ctx, who, params.machine_id),
  }))
  route(app, ctx, api.enableFileServer, async ({ who, params }) => {
    await enableServer(ctx, who, params.machine_id)
    return OK
  })
  route(app, ctx, api.disableFileServer, async ({ who, params }) => {
    await disableServer(ctx, who, params.machine_id)
    return OK
  })
  route(app, ctx, api.listMachinePath, async ({ who, params }) => ({
    results: await listPath(ctx, who, params.machine_id, params),
  }))
  mappingRoutes(app, ctx)
})

function mappingRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listMachineMappings, async ({ who, params }) => ({
    results: await listMappings(ctx, who, params.machine_id),
  }))
  route(app, ctx, api.createMachineMapping, ({ who, params }) =>
    createMapping(ctx, who, params.machine_id, { ...params, rootId: params.root_id }),
  )
  route(app, ctx, api.getMachineMapping, ({ who, params }) => getMapping(ctx, who, mappingPath(params)))
  route(app, ctx, api.deleteMachineMapping, async ({ who, params }) => {
    await deleteMapping(ctx, who, mappingPath(params))
    return OK
  })
}
