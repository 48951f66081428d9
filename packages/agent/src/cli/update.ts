import { type Command, isSet, say } from './command.ts'

export const update: Command = {
  usage: ['update [--older]'],
  does: 'install the version that your server offers',
  more: `It takes only what is signed by the build key that was kept when this agent was installed, and nothing older than itself. If the new
version does not come up, the one before is started again.
  --older  take an older version, too`,
  options: { older: { type: 'boolean' } },
  run: async (call) => {
    if (call.args.length > 0) return call.misused()
    const { updateProgram } = await import('../service/update/update-program.ts')
    const { outcome, from, to, isRunning } = await updateProgram(call.home, {
      allowOlder: isSet(call, 'older'),
      tell: say,
    })
    if (outcome === 'current') say(`Version ${from} is up to date.`)
    else if (outcome === 'updated')
      say(`Updated from version ${from} to ${to}.${isRunning ? ' The agent runs again.' : ''}`)
    else
      say(
        `Version ${to} did not start. ${isRunning ? `Version ${from} runs again.` : `Version ${from} is installed again; start it with “holdfast-agent install”.`}`,
      )
    return outcome === 'went_back' ? 1 : 0
  },
}
