import { settleIn } from '../service/settle-in.ts'
import { UserError } from '../service/user-error.ts'
import { RUN } from '../words/commands.ts'
import { type Call, type Command, isSet, say } from './command.ts'

export const run: Command = {
  options: { background: { type: 'boolean' } },
  run: async (call) => {
    if (isSet(call, 'background')) return inBackground(call)
    const { runDaemon } = await import('../service/daemon.ts')
    return runDaemon(call.home, () => say(RUN.running(call.home.folder, process.stdout.isTTY)))
  },
}

async function inBackground(call: Call): Promise<number> {
  const { startInBackground } = await import('../service/update/restart-agent.ts')
  const command = settleIn(false)
  if (command === undefined || !(await startInBackground(call.home, command)))
    throw new UserError(RUN.notStarted(call.home.log))
  say(RUN.started)
  return 0
}
