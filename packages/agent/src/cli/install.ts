import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { UNIT, writeUnit } from '../service/systemd.ts'
import { UserError } from '../service/user-error.ts'
import { type Command, isSet, say } from './command.ts'

export const install: Command = {
  usage: ['install [--system] [--no-start]'],
  does: 'have the agent start by itself, now and after each boot (systemd)',
  more: `  --system    for the whole machine, such as a file server; needs root
  --no-start  only write the unit`,
  options: { system: { type: 'boolean' }, 'no-start': { type: 'boolean' } },
  run: async (call) => {
    const isSystem = isSet(call, 'system')
    if (isSystem && process.getuid?.() !== 0)
      throw new UserError('Only root can install it for the whole machine.')
    say(`Written: ${writeUnit(call.home, isSystem)}`)
    if (isSet(call, 'no-start')) return 0
    const scope = isSystem ? [] : ['--user']
    for (const args of [['daemon-reload'], ['enable', UNIT], ['restart', UNIT]])
      systemctl([...scope, ...args])
    say('The agent runs. «holdfast-agent status» says how it is.')
    if (!isSystem)
      say(
        `It runs while you are signed in; «loginctl enable-linger ${os.userInfo().username}» lets it run always.`,
      )
    return 0
  },
}

function systemctl(args: readonly string[]): void {
  const { error, status, stderr } = spawnSync('systemctl', args, { encoding: 'utf8' })
  if (error)
    throw new UserError('There is no systemd here: start «holdfast-agent run» by what starts programs here.')
  if (status !== 0) throw new UserError(`systemctl ${args.join(' ')}: ${stderr.trim()}`)
}
