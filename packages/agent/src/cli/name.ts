import path from 'node:path'
import { updateMachine } from '@holdfast/api/devices/fleet'
import type { MachineId } from '@holdfast/api/ids'
import { SecretFile } from '../net/secret-file.ts'
import { ServiceLine } from '../net/service-line.ts'
import { signInFile } from '../net/tokens.ts'
import { CLOCK } from '../service/clock.ts'
import { UserError } from '../service/user-error.ts'
import { NAME } from '../words/commands.ts'
import { NOT_SIGNED_IN } from '../words/status.ts'
import { type Call, type Command, say } from './command.ts'

const MAX_NAME = 100

export const name: Command = {
  run: async (call) => {
    const [given, ...rest] = call.args
    if (rest.length > 0) return call.misused()
    if (given === undefined) {
      say(call.home.deviceName)
      return 0
    }
    const wanted = given.trim()
    if (wanted === '' || wanted.length > MAX_NAME || /\p{Cc}/u.test(wanted))
      throw new UserError(NAME.invalid(MAX_NAME))
    const before = call.home.deviceName
    call.home.keepName(wanted)
    await tellService(call, wanted).catch((error: unknown) => {
      call.home.keepName(before)
      throw error
    })
    say(NAME.changed(wanted))
    return 0
  },
}

/** The running agent finds out by itself: it looks for the name of its home. */
async function tellService({ home }: Call, nickname: string): Promise<void> {
  const signedIn = await signInFile(home.folder).read()
  const config = await new SecretFile<{ machine_id?: MachineId }>(
    path.join(home.folder, 'config.json'),
  ).read()
  if (!signedIn?.refreshToken || config?.machine_id === undefined) throw new UserError(NOT_SIGNED_IN)
  const line = new ServiceLine({ home: home.folder, signedIn, now: CLOCK.now, rate: () => undefined })
  try {
    await line.calls.call(updateMachine, { machine_id: config.machine_id, nickname })
  } catch (error) {
    throw new UserError(`${signedIn.url}: ${(error as Error).message}`)
  } finally {
    line.close()
  }
}
