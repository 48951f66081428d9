import os from 'node:os'
import path from 'node:path'
import { settleIn } from '../service/settle-in.ts'
import { systemctl, UNIT, writeUnit } from '../service/systemd.ts'
import { startInBackground, stopAgent } from '../service/update/restart-agent.ts'
import { UserError } from '../service/user-error.ts'
import { type Call, type Command, isSet, say } from './command.ts'

export const install: Command = {
  usage: ['install [--system] [--no-start]', 'install --file-server [--allow <folder>]…'],
  does: 'start the agent now, and whenever the computer starts (systemd)',
  more: `  --system    for the whole machine, such as a file server; needs root
  --file-server     the same
  --allow <folder>  let the service use this folder: map it, browse it, back it up and restore to it. Can be repeated
  --no-start  only write the unit`,
  options: {
    system: { type: 'boolean' },
    'file-server': { type: 'boolean' },
    allow: { type: 'string', multiple: true },
    'no-start': { type: 'boolean' },
  },
  run: async (call) => {
    const isSystem = isSet(call, 'system') || isSet(call, 'file-server')
    const folders = call.options.allow
    const allowed = [...(Array.isArray(folders) ? folders.map(String) : []), ...call.args]
    if (call.args.length > 0 && folders === undefined) return call.misused()
    if (isSystem && process.getuid?.() !== 0)
      throw new UserError('Only root can install it for the whole machine.')
    for (const folder of allowed) {
      await call.ask('allow', { folder: path.resolve(folder), deeds: [] })
      say(`The service may use ${path.resolve(folder)}.`)
    }
    const command = settleIn(isSystem)
    if (command !== undefined) say(`The agent runs from ${command}.`)
    say(`Written: ${writeUnit(call.home, command, isSystem)}`)
    if (isSet(call, 'no-start')) return 0
    return start(call, command, isSystem)
  },
}

async function start(call: Call, command: string | undefined, isSystem: boolean): Promise<number> {
  if (systemctl(isSystem, ['daemon-reload']) === 'none') return withoutSystemd(call, command, isSystem)
  // One that somebody started by hand would keep the home from the one that systemd starts.
  await stopAgent(call.home)
  for (const args of [
    ['enable', UNIT],
    ['restart', UNIT],
  ]) {
    const answer = systemctl(isSystem, args)
    if (answer === 'none') return withoutSystemd(call, command, isSystem)
    if (answer !== 'done') throw new UserError(answer.problem)
  }
  say('The agent is running. “holdfast-agent status” shows what it does.')
  if (!isSystem)
    say(
      `It runs while you are signed in to this computer. To keep it running: loginctl enable-linger ${account()}`,
    )
  return 0
}

/** An account need not have a name. */
function account(): string {
  try {
    return os.userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** A session without a bus, as after `su`, or a machine without systemd: it runs all the same, until the machine is switched off. */
async function withoutSystemd(call: Call, command: string | undefined, isSystem: boolean): Promise<number> {
  if (command === undefined)
    throw new UserError(
      'There is no systemd here. Start “holdfast-agent run” by whatever starts programs here.',
    )
  if (!(await startInBackground(call.home, command)))
    throw new UserError(`The agent does not start. ${call.home.log} may say why.`)
  say('The agent is running. “holdfast-agent status” shows what it does.')
  const line = `@reboot ${command} --home ${call.home.folder} run`
  say(`
There is no systemd ${isSystem ? 'here' : 'for your account in this session'}, so the agent will not start by itself after a restart of the computer. Either`)
  if (!isSystem)
    say(`  - sign in to the computer directly, not by su or sudo, and type “holdfast-agent install” again, or
  - have root type “loginctl enable-linger ${account()}”, then type “holdfast-agent install” again, or`)
  say(`  - start it by cron. Type “crontab -e” and add this line:
      ${line}`)
  return 0
}
