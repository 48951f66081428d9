import path from 'node:path'
import type { RestoreProgress } from '../backup/restore/restoring.ts'
import { UserError } from '../service/user-error.ts'
import { RESTORE } from '../words/backups.ts'
import { type Command, isSet, say, sayJson, textOption } from './command.ts'

export const restore: Command = {
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
    if (machine !== undefined && !/^\d+$/.test(machine)) throw new UserError(RESTORE.machine)
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
      if (drawing) process.stdout.write(`\r${RESTORE.progress(done, total)}`)
    })
    if (drawing) say('')
    const { state, why, total, written, aside, kept, problems, leftOut } = result
    if (isSet(call, 'json')) sayJson(result)
    else {
      for (const problem of problems) say(`! ${problem.path}: ${problem.reason}`)
      for (const { path: at, reason } of leftOut) say(RESTORE.notRestored(at, reason))
      const counts = RESTORE.counts({ total, written, aside, kept })
      say(state === 'done' ? RESTORE.done(counts) : RESTORE.failed(why, counts))
    }
    return state === 'done' ? 0 : 1
  },
}
