import os from 'node:os'
import path from 'node:path'
import { settleIn } from '../service/settle-in.ts'
import { systemctl, UNIT, writeUnit } from '../service/systemd.ts'
import { startInBackground, stopAgent } from '../service/update/restart-agent.ts'
import { UserError } from '../service/user-error.ts'
import { RUN } from '../words/commands.ts'
import { PERMISSIONS } from '../words/folders.ts'
import { INSTALL } from '../words/program.ts'
import { type Call, type Command, isSet, say } from './command.ts'

export const install: Command = {
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
    if (isSystem && process.getuid?.() !== 0) throw new UserError(INSTALL.needsRoot)
    for (const folder of allowed) {
      await call.ask('allow', { folder: path.resolve(folder), deeds: [] })
      say(PERMISSIONS.can(path.resolve(folder)))
    }
    const command = settleIn(isSystem)
    if (command !== undefined) say(INSTALL.runsFrom(command))
    say(INSTALL.written(writeUnit(call.home, command, isSystem)))
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
  say(RUN.started)
  if (!isSystem) say(INSTALL.linger(account()))
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
  if (command === undefined) throw new UserError(INSTALL.noSystemd)
  if (!(await startInBackground(call.home, command))) throw new UserError(RUN.notStarted(call.home.log))
  say(RUN.started)
  const line = `@reboot ${command} --home ${call.home.folder} run`
  say(INSTALL.noRestart(isSystem))
  if (!isSystem) {
    say(INSTALL.direct)
    say(INSTALL.askRoot(account()))
  }
  say(INSTALL.cron(line))
  return 0
}
