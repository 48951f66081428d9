import { MAX_MAPPINGS } from '@holdfast/api/devices/device-fields'
import type { Mapping } from '@holdfast/api/devices/machines'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { authorizeMapping } from '../../access/machines.ts'
import { fail, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { holdMachine, named } from '../../records/machines.ts'
import { checkWithDevice } from '../basics/ask-device.ts'
import { checkFileServers } from '../basics/check-file-servers.ts'
import { checkedPath } from '../basics/checked-path.ts'
import { type Credentials, keptCredentials } from '../basics/seal-credentials.ts'
import { tellOwner } from '../basics/tell-owner.ts'
import { getMappingRow } from './get-mapping.ts'
import { endMappingsOfGoneRoots, insertMapping, listMappingRows, updateMapping } from './queries.ts'
import { mappingView } from './view.ts'

/** Joins a folder of a file server to a root. A connected device is asked first; one that is away learns of it later. */
export async function createMapping(
  ctx: Ctx,
  who: PersonPrincipal,
  machineId: MachineId,
  given: Credentials & { rootId: RootId; path: string },
  { tells = true }: { tells?: boolean } = {},
): Promise<Mapping> {
  const { machine: asked } = await authorizeMapping(ctx.db.read, who, machineId, given.rootId)
  const path = checkedPath(given.path)
  // Of one that is no file server, the device need not be asked.
  if (asked.machine_type === 'server') await checkWithDevice(ctx, who, asked, 'map', { path })
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { machine, root } = await authorizeMapping(tx, who, machineId, given.rootId)
    if (machine.machine_type !== 'server')
      fail('policy_error', 'The machine is not a file server. Enable it as one first.')
    await checkFileServers(tx, machine)
    await holdMachine(tx, machineId)
    await endMappingsOfGoneRoots(tx, machineId, at)
    const others = await listMappingRows(tx, machineId)
    if (others.length >= MAX_MAPPINGS)
      fail('policy_error', `A machine can have up to ${MAX_MAPPINGS} mappings. Delete one first.`)
    if (others.some((other) => overlaps(path, other.path)))
      refuse('path', 'overlaps with another mapping of this machine')
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
    if (tells) await tellOwner(ctx, tx, who, machine, { what: 'mapped', folders: [path], at })
    return mappingView(await getMappingRow(tx, { machineId, mappingId }), true)
  })
}

/** Whether one of two folders is in the other. The same one is for the index to find. */
function overlaps(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => `${path.replaceAll('\\', '/').replace(/\/$/, '')}/`)
  return first !== second && (first?.startsWith(second ?? '') || second?.startsWith(first ?? '')) === true
}
