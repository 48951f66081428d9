import { MAX_MAPPINGS } from '@holdfast/api/devices/device-fields'
import type { Mapping } from '@holdfast/api/devices/machines'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { authorizeMapping } from '../../access/machines.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { holdMachine, named } from '../../records/machines.ts'
import { checkFileServers } from '../basics/check-file-servers.ts'
import { checkedPath } from '../basics/checked-path.ts'
import { type Credentials, keptCredentials } from '../basics/seal-credentials.ts'
import { getMappingRow } from './get-mapping.ts'
import { countMappings, endMappingsOfGoneRoots, insertMapping, updateMapping } from './queries.ts'
import { mappingView } from './view.ts'

/** Joins a folder of a file server to a root. The device learns of it whenever it is connected. */
export async function createMapping(
  ctx: Ctx,
  who: PersonPrincipal,
  machineId: MachineId,
  given: Credentials & { rootId: RootId; path: string },
): Promise<Mapping> {
  await authorizeMapping(ctx.db.read, who, machineId, given.rootId)
  const path = checkedPath(given.path)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { machine, root } = await authorizeMapping(tx, who, machineId, given.rootId)
    if (machine.machine_type !== 'server') fail('policy_error', 'The machine is no file server.')
    await checkFileServers(tx, machine)
    await holdMachine(tx, machineId)
    await endMappingsOfGoneRoots(tx, machineId, at)
    if ((await countMappings(tx, machineId)) >= MAX_MAPPINGS)
      fail('policy_error', `A machine can have at most ${MAX_MAPPINGS} mappings. End one first.`)
    const mappingId = await insertMapping(tx, {
      machine_id: machineId,
      root_id: root.id,
      path,
      state: 'ready',
      created_by: who.personId,
      created_at: at,
    })
    await updateMapping(
      tx,
      mappingId,
      keptCredentials(ctx, machine, { purpose: 'mapping', row: mappingId }, given),
    )
    const on = { machine: named(machine), about: path }
    await recordActivity(tx, who, 'mapping_created', on, at)
    return mappingView(await getMappingRow(tx, { machineId, mappingId }), true)
  })
}
