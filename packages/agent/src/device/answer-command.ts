import type { Command } from '../net/channel.ts'
import { checkRestore } from './check-restore.ts'
import type { DeviceHere } from './device.ts'
import { listFolders } from './list-folders.ts'
import { statusAnswer } from './status.ts'

/** What this device says to a command; it rejects with words for whoever asked. */
export async function answerCommand(device: DeviceHere, { kind, args }: Command): Promise<unknown> {
  const path = typeof args.path === 'string' && args.path !== '' ? args.path : undefined
  switch (kind) {
    case 'status':
      return statusAnswer(device.roots())
    case 'ls':
      return listFolders(path)
    case 'restore':
      if (path === undefined) throw new Error('Which folder to restore to was not said.')
      return checkRestore(path, device)
    default:
      throw new Error('This agent does not know how to do that. A newer one may.')
  }
}
