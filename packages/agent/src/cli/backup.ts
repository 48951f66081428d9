import { counted } from '../service/counted.ts'
import { type Command, isSet, say, sayJson } from './command.ts'
import { BACKUPS_OFF } from './draw.ts'

export const backup: Command = {
  usage: ['backup [--json]', 'backup now [<backup>] [--confirm]'],
  does: 'list what is backed up, or back it up now',
  more: `What is backed up is set on the service, by administrators and, where the policy allows it, by its owner. <backup> is a number or a
path, as «backup» lists them. A backup stops where most of what it held is gone, in case the disk is not there; --confirm goes on.`,
  options: { json: { type: 'boolean' }, confirm: { type: 'boolean' } },
  run: async (call) => {
    const [action, which, ...rest] = call.args
    if (rest.length > 0 || (action !== undefined && action !== 'now')) return call.misused()
    const made =
      action === 'now' && (await call.ask('backUp', { backup: which, confirm: isSet(call, 'confirm') }))
    const { backups: all, backupsEnabled } = await call.ask('status', {})
    const backups = made || all
    if (isSet(call, 'json')) sayJson(backups)
    else if (!backupsEnabled) say(BACKUPS_OFF)
    else if (backups.length === 0) say('Nothing of this device is backed up.')
    for (const { rootId, path, state, reason, lastRun, done, problems } of isSet(call, 'json')
      ? []
      : backups) {
      say(`${rootId}  ${path}: ${counted(done, 'file')}, last finished: ${lastRun ?? 'never'}`)
      if (state === 'failed') say(`  it could not be made: ${reason}`)
      if (state === 'paused') say(`  it rests: ${reason}`)
      for (const problem of problems) say(`  ! ${problem.path}: ${problem.reason}`)
    }
    return backups.every(({ state, problems }) => state !== 'failed' && problems.length === 0) ? 0 : 1
  },
}
