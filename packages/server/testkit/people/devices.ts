import { enableFileServer, getMachine } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { listSessions } from '@holdfast/api/sign-in/sessions'
import { ACTIVITY_TYPES, type ActivityKind } from '../../src/records/activity/types.ts'
import { PASSWORD, Someone, type World } from '../servers/world.ts'
import { Device, signInDevice } from './device.ts'

/** A new machine of someone, which signs in with a name. */
export async function machineOf(world: World, owner: Someone, dns_name: string): Promise<MachineId> {
  const { email: username } = owner
  await world.token({ grant_type: 'password', username, password: PASSWORD, dns_name })
  const { results } = await owner.call(listSessions, {})
  const named = results.filter((session) => session.dns_name === dns_name)
  return Math.max(...named.map(({ machine_id }) => machine_id ?? 0)) as MachineId
}

/** The same, made a file server by an administrator. */
export async function fileServer(
  world: World,
  boss: Someone,
  owner: Someone,
  dns_name: string,
): Promise<MachineId> {
  const machine_id = await machineOf(world, owner, dns_name)
  await boss.call(enableFileServer, { machine_id })
  return machine_id
}

/** The agent of a machine, connected. */
export async function connect(
  world: World,
  owner: Someone,
  machine_id: MachineId,
  hello: object = {},
): Promise<Device> {
  const { guid } = await owner.call(getMachine, { machine_id })
  const device = await Device.open(world.url, (await signInDevice(world, owner, { guid })).headers)
  await device.hello(hello)
  return device
}

/** Calls as the agent of a machine does. */
class Agent extends Someone {
  readonly #bearer: { authorization: string }

  constructor(baseUrl: string, email: string, bearer: { authorization: string }) {
    super(baseUrl, email, (input, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', bearer.authorization)
      return fetch(input, { ...init, headers })
    })
    this.#bearer = bearer
  }

  override get bearer() {
    return this.#bearer
  }
}

export async function agentOf(world: World, owner: Someone, machine_id: MachineId): Promise<Someone> {
  const { guid } = await owner.call(getMachine, { machine_id })
  const { headers } = await signInDevice(world, owner, { guid })
  return new Agent(world.url, owner.email, headers)
}

/** Who did something of a kind to a machine, and about what, as it is on record. */
export const recordedOn = (world: World, kind: ActivityKind, machine_id: MachineId) =>
  world.service.ctx.db.read
    .selectFrom('activity')
    .select(['actor_person_id', 'data_text'])
    .where('activity_type_id', '=', ACTIVITY_TYPES[kind].id)
    .where('acted_on_machine_id', '=', machine_id)
    .orderBy('id')
    .execute()
