import {
  type AskedBy,
  COMMAND_ARGS,
  type CommandToDevice,
  type RestoreAnswer,
} from '@holdfast/api/devices/agent-channel'
import type { RootId } from '@holdfast/api/ids'
import { whyMisfit } from '@holdfast/api/why-misfit'
import { type Command, CommandRefused } from '../net/channel.ts'
import type { DeviceHere } from './device.ts'
import { Refused } from './gate/refused.ts'
import type { Asker } from './gate/rules.ts'
import { listFolders } from './list-folders.ts'
import { statusAnswer } from './status.ts'

/** What this device says to a command; it rejects with words for the caller. */
export async function answerCommand(device: DeviceHere, command: Command): Promise<unknown> {
  try {
    return await answer(device, checked(command))
  } catch (error) {
    throw error instanceof Refused ? new CommandRefused(error.message, error.kind) : error
  }
}

/** What may be done is decided again when it is done: what is asked here only tells people sooner. */
async function answer(device: DeviceHere, command: CommandToDevice): Promise<unknown> {
  const { gate, roots, whyTaken } = device
  if (command.kind === 'status') return statusAnswer(roots())
  if (command.kind === 'resume') return resume(device, command.args)
  if (command.kind === 'run_backup') return runBackup(device, command.args)
  const { path, asked_by } = command.args
  const asker = askerOf(asked_by)
  if (command.kind === 'ls') return listFolders(gate, path || undefined, asker)
  if (!path) throw new Refused('invalid', 'The folder is missing.')
  switch (command.kind) {
    case 'restore': {
      gate.check({ deed: 'restore', path, asker }, { makes: true, writes: true })
      const { root_id, plan } = command.args
      if (root_id === undefined || plan === undefined) return null
      const planned = { rootId: root_id, path, asOfSeq: plan.as_of_seq, folderId: plan.folder_id, asker }
      const newer = await device.countNewer(planned)
      return (newer === null ? {} : { newer }) satisfies RestoreAnswer
    }
    case 'backup':
      return gate.check({ deed: 'backup', path, asker })
    case 'map': {
      gate.check({ deed: 'map', path, asker }, { writes: true })
      const taken = whyTaken(path)
      if (taken !== null) throw new Refused('invalid', taken)
    }
  }
}

type ResumeArgs = Extract<CommandToDevice, { kind: 'resume' }>['args']

function resume(device: DeviceHere, { rsub_id, decision }: ResumeArgs): null {
  if (!device.resume(rsub_id, decision)) throw new Error('It is no longer paused.')
  return null
}

function runBackup(device: DeviceHere, { root_id }: { root_id: RootId }): null {
  if (!device.runBackup(root_id)) throw new Error('The device has no such backup yet. Try again in a minute.')
  return null
}

/** Who wants something, as the service says. Anyone who is not named is not the person whose device this is. */
export const askerOf = (by: AskedBy | undefined): Asker => ({
  isHere: false,
  isOwn: by?.own ?? false,
  name: by?.name ?? null,
})

function checked({ kind, args }: Command): CommandToDevice {
  if (!isKnown(kind)) throw new Error('This version of the agent cannot do that. Update the agent.')
  const why = whyMisfit(COMMAND_ARGS[kind], args)
  if (why !== undefined) throw new Error(`The device does not understand the command: ${why}.`)
  // What its kind asks for was checked just above.
  return { kind, args } as CommandToDevice
}

const isKnown = (kind: string): kind is CommandToDevice['kind'] => Object.hasOwn(COMMAND_ARGS, kind)
