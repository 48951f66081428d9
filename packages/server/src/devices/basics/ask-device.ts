import { type AskedBy, type CommandToDevice, RestoreAnswer } from '@holdfast/api/devices/agent-channel'
import { DeviceStatus, FolderNames } from '@holdfast/api/devices/machines'
import type { MachineId, PersonId } from '@holdfast/api/ids'
import { type TSchema, Type } from 'typebox'
import { ApiError, fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { paramsDecoder } from '../../platform/parameters.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { MachineRow } from '../../records/machines.ts'
import { displayName, findPerson, type PersonRow } from '../../records/people.ts'
import { frameReader } from './read-problems.ts'

/** Asks a device that is connected to whichever server. `sealed` is for the device to open. */
export const askDevice = (
  { devices }: Ctx,
  id: MachineId,
  kind: CommandToDevice['kind'],
  args: object,
  sealed?: Buffer,
): Promise<unknown> =>
  devices.ask(id, { kind, args, ...(sealed && { sealed: sealed.toString('base64url') }) })

/** The person that a device is told about. It decides by whether that is its own person, and shows the name there. */
export const askedBy = (
  person: Pick<PersonRow, 'id' | 'first_name' | 'last_name' | 'email'>,
  owner: PersonId,
): AskedBy => ({
  person_id: person.id,
  name: `${displayName(person)} <${person.email}>`.slice(0, MAX_NAME),
  own: person.id === owner,
})
const MAX_NAME = 600

export async function askerOn(
  db: Db,
  { personId }: PersonPrincipal,
  { person_id }: MachineRow,
): Promise<{ asked_by?: AskedBy }> {
  const person = await findPerson(db, personId)
  return person ? { asked_by: askedBy(person, person_id) } : {}
}

/**
 * Asks a connected device whether it lets something be done with one of its folders, and refuses as it does. One that is away
 * decides when it hears of it. Never in a transaction: it may take its time.
 */
export async function checkWithDevice(
  ctx: Ctx,
  who: PersonPrincipal,
  machine: MachineRow,
  kind: 'map' | 'backup',
  args: { path: string },
): Promise<void> {
  if (!(await ctx.devices.isConnected(machine.id))) return
  await askDevice(ctx, machine.id, kind, { ...args, ...(await askerOn(ctx.db.read, who, machine)) })
}

/** What a device says is as little to be trusted as what any caller sends: it is read by its description, or not at all. */
function reader<T>(schema: TSchema): (answer: unknown) => T {
  const decode = paramsDecoder(Type.Object({ answer: schema }))
  return (answer) => {
    try {
      return decode({ answer }).answer as T
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return fail('temporarily_unavailable', 'The device sent an invalid answer. Update the agent on it.')
    }
  }
}

export const readStatus = reader<DeviceStatus>(DeviceStatus)
export const readFolderNames = reader<string[]>(FolderNames)

const readAnswer = frameReader<RestoreAnswer>(RestoreAnswer)
/** Older agents say nothing. */
export const readRestoreAnswer = (answer: unknown): RestoreAnswer | undefined =>
  typeof answer === 'object' && answer !== null ? readAnswer({ ...answer }) : undefined
