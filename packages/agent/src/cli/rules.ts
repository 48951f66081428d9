import { type Command, isSet, say } from './command.ts'

export const rules: Command = {
  usage: ['rules --accept [<root>]'],
  does: 'accept changes to .holdfastignore that somebody else made',
  more: 'When another person changes .holdfastignore and this affects files on this device, the previous rules apply here until you accept\nthe new ones. «status» shows who changed it and how many files are affected.',
  options: { accept: { type: 'boolean' } },
  run: async (call) => {
    const [root, ...rest] = call.args
    if (!isSet(call, 'accept') || rest.length > 0) return call.misused()
    const accepted = await call.ask('acceptRules', { root })
    say(accepted.length === 0 ? 'There are no new rules to accept.' : `Accepted for: ${accepted.join(', ')}`)
    return 0
  },
}
