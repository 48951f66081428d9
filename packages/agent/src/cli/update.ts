import { UPDATE } from '../words/program.ts'
import { type Command, isSet, say } from './command.ts'

export const update: Command = {
  options: { older: { type: 'boolean' } },
  run: async (call) => {
    if (call.args.length > 0) return call.misused()
    const { updateProgram } = await import('../service/update/update-program.ts')
    const { outcome, from, to, isRunning } = await updateProgram(call.home, {
      allowOlder: isSet(call, 'older'),
      tell: say,
    })
    if (outcome === 'current') say(UPDATE.current(from))
    else if (outcome === 'updated') say(UPDATE.updated(from, to, isRunning))
    else say(UPDATE.wentBack(from, to, isRunning))
    return outcome === 'went_back' ? 1 : 0
  },
}
