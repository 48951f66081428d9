import { RULES } from '../words/commands.ts'
import { type Command, isSet, say } from './command.ts'

export const rules: Command = {
  options: { accept: { type: 'boolean' } },
  run: async (call) => {
    const [root, ...rest] = call.args
    if (!isSet(call, 'accept') || rest.length > 0) return call.misused()
    const accepted = await call.ask('acceptRules', { root })
    say(accepted.length === 0 ? RULES.none : RULES.accepted(accepted))
    return 0
  },
}
