import { settleIn } from '../service/settle-in.ts'
import { UserError } from '../service/user-error.ts'
import { type Call, type Command, isSet, say } from './command.ts'

export const run: Command = {
  usage: ['run [--background]'],
  does: 'be the agent, until it is stopped; “install” has the system do this',
  more: '  --background  start it and return; it runs until the computer is switched off',
  options: { background: { type: 'boolean' } },
  run: async (call) => {
    if (isSet(call, 'background')) return inBackground(call)
    const { runDaemon } = await import('../service/daemon.ts')
    return runDaemon(call.home, () => say(`The agent of ${call.home.folder} runs (Ctrl-C stops it).`))
  },
}

async function inBackground(call: Call): Promise<number> {
  const { startInBackground } = await import('../service/update/restart-agent.ts')
  const command = settleIn(false)
  if (command === undefined || !(await startInBackground(call.home, command)))
    throw new UserError(`The agent does not start. ${call.home.log} may say why.`)
  say('The agent is running. “holdfast-agent status” shows what it does.')
  return 0
}
