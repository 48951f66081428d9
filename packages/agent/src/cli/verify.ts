import { VERIFY } from '../words/commands.ts'
import { type Command, isSet, say, sayJson } from './command.ts'
import { sizeOf } from './draw.ts'

export const verify: Command = {
  options: { json: { type: 'boolean' } },
  run: async (call) => {
    const [root, ...rest] = call.args
    if (rest.length > 0) return call.misused()
    const { files, bytes, differences } = await call.ask('verify', { root })
    if (isSet(call, 'json')) sayJson({ files, bytes, differences })
    else {
      for (const { path, what } of differences) say(VERIFY.difference(path, what))
      say(VERIFY.result(files, sizeOf(bytes), differences.length))
    }
    return differences.length === 0 ? 0 : 1
  },
}
