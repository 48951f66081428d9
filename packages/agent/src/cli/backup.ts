import { BACKUPS } from '../words/backups.ts'
import { type Command, isSet, say, sayJson } from './command.ts'

export const backup: Command = {
  options: { json: { type: 'boolean' }, confirm: { type: 'boolean' } },
  run: async (call) => {
    const [action, which, ...rest] = call.args
    if (rest.length > 0 || (action !== undefined && action !== 'now')) return call.misused()
    const made =
      action === 'now' && (await call.ask('backUp', { backup: which, confirm: isSet(call, 'confirm') }))
    const { backups: all, backupsEnabled } = await call.ask('status', {})
    const backups = made || all
    if (isSet(call, 'json')) sayJson(backups)
    else if (!backupsEnabled) say(BACKUPS.off)
    else if (backups.length === 0) say(BACKUPS.none)
    for (const { rootId, path, state, reason, lastRun, done, problems } of isSet(call, 'json')
      ? []
      : backups) {
      say(BACKUPS.line(rootId, path, done, lastRun))
      if (state === 'failed') say(BACKUPS.failed(reason))
      if (state === 'paused') say(BACKUPS.paused(reason))
      for (const problem of problems) say(`  ! ${problem.path}: ${problem.reason}`)
    }
    return backups.every(({ state, problems }) => state !== 'failed' && problems.length === 0) ? 0 : 1
  },
}
