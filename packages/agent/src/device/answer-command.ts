import { COMMAND_ARGS, type CommandToDevice } from '@holdfast/api/devices/agent-channel'
import { whyMisfit } from '@holdfast/api/why-misfit'
import type { Command } from '../net/channel.ts'
import { checkRestore } from './check-restore.ts'
import type { DeviceHere } from './device.ts'
import { listFolders } from './list-folders.ts'
import { statusAnswer } from './status.ts'

/** What this device says to a command; it rejects with words for whoever asked. */
export async function answerCommand(device: DeviceHere, command: Command): Promise<unknown> {
  const { kind, args } = checked(command)
  switch (kind) {
    case 'status':
      return statusAnswer(device.roots())
    case 'ls':
      return listFolders(args.path || undefined)
    case 'restore':
      if (!args.path) throw new Error('Which folder to restore to was not said.')
      return checkRestore(args.path, device)
  }
}

function checked({ kind, args }: Command): CommandToDevice {
  if (!isKnown(kind)) throw new Error('This agent does not know how to do that. A newer one may.')
  const why = whyMisfit(COMMAND_ARGS[kind], args)
  if (why !== undefined) throw new Error(`The device does not understand the command: ${why}.`)
  // What its kind asks for was checked just above.
  return { kind, args } as CommandToDevice
}

const isKnown = (kind: string): kind is CommandToDevice['kind'] => Object.hasOwn(COMMAND_ARGS, kind)
