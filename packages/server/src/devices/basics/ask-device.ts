import { DeviceStatus, FolderNames } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { type TSchema, Type } from 'typebox'
import { ApiError, fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { paramsDecoder } from '../../platform/parameters.ts'

/** Asks a device that is connected to whichever server. `sealed` is for the device to open. */
export const askDevice = (
  { devices }: Ctx,
  id: MachineId,
  kind: 'status' | 'ls' | 'restore',
  args: object,
  sealed?: Buffer,
): Promise<unknown> =>
  devices.ask(id, { kind, args, ...(sealed && { sealed: sealed.toString('base64url') }) })

/** What a device says is as little to be trusted as what any caller sends: it is read by its description, or not at all. */
function reader<T>(schema: TSchema): (answer: unknown) => T {
  const decode = paramsDecoder(Type.Object({ answer: schema }))
  return (answer) => {
    try {
      return decode({ answer }).answer as T
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return fail('temporarily_unavailable', 'The device gave an answer that cannot be read.')
    }
  }
}

export const readStatus = reader<DeviceStatus>(DeviceStatus)
export const readFolderNames = reader<string[]>(FolderNames)
