import { SELECT } from '../words/commands.ts'
import { type Command, isSet, say } from './command.ts'

export const select: Command = {
  options: { without: { type: 'boolean' } },
  run: async (call) => {
    const [root, path, ...rest] = call.args
    if (root === undefined || rest.length > 0) return call.misused()
    const selected = !isSet(call, 'without')
    if (path === undefined && !selected) return call.misused()
    const left = await call.ask('select', { root, path: path ?? '', selected })
    say(left.length === 0 ? SELECT.all : SELECT.without(left))
    return 0
  },
}
