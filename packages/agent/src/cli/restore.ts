import path from 'node:path'
import type { RestoreProgress } from '../backup/restore/restoring.ts'
import { counted } from '../service/counted.ts'
import { UserError } from '../service/user-error.ts'
import { type Command, isSet, say, sayJson, textOption } from './command.ts'

export const restore: Command = {
  usage: ['restore <backup> <folder> [--before <time>] [--overwrite] [--machine <id>] [--json]'],
  does: 'write a backup to a folder of this device',
  more: `<backup> is its number or its path. Equal files are left alone, different older ones get another name, newer ones stay. Every file is
read back and compared. What was cut off goes on when it is called again.
  --before <time>   as it was then (YYYY-MM-DDTHH:MM:SS, UTC), instead of the last time it was made
  --overwrite       put newer files aside, too
  --machine <id>    a backup of another device of yours; <backup> is its number then`,
  options: {
    before: { type: 'string' },
    overwrite: { type: 'boolean' },
    machine: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async (call) => {
    const [backup, folder, ...rest] = call.args
    if (backup === undefined || folder === undefined || rest.length > 0) return call.misused()
    const machine = textOption(call, 'machine')
    if (machine !== undefined && !/^\d+$/.test(machine))
      throw new UserError('--machine takes the number of a device.')
    const wish = {
      backup,
      folder: path.resolve(folder),
      before: textOption(call, 'before'),
      overwrite: isSet(call, 'overwrite'),
      machine: machine === undefined ? undefined : Number(machine),
    }
    const drawing = process.stdout.isTTY && !isSet(call, 'json')
    const result = await call.ask('restore', wish, (news) => {
      const { done, total } = news as RestoreProgress
      if (drawing) process.stdout.write(`\r${done} of ${counted(total, 'file')}`)
    })
    if (drawing) say('')
    const { state, why, total, written, aside, kept, problems, leftOut } = result
    if (isSet(call, 'json')) sayJson(result)
    else {
      for (const problem of problems) say(`! ${problem.path}: ${problem.reason}`)
      for (const { path: at, reason } of leftOut) say(`Not restored: ${at}: ${reason}`)
      const others = [
        aside > 0 && `${counted(aside, 'older one')} put aside`,
        kept > 0 && `${counted(kept, 'newer one')} kept`,
      ]
      const words = [counted(total, 'file'), `${written} written`, ...others.filter(Boolean)].join(', ')
      say(state === 'done' ? `Restored and compared: ${words}.` : `Not restored (${why}): ${words}.`)
    }
    return state === 'done' ? 0 : 1
  },
}
