import { counted } from '../service/counted.ts'
import { type Command, isSet, say, sayJson } from './command.ts'
import { sizeOf } from './draw.ts'

export const verify: Command = {
  usage: ['verify [<root>] [--json]'],
  does: 'read all files again and hold them against what the service has',
  options: { json: { type: 'boolean' } },
  run: async (call) => {
    const [root, ...rest] = call.args
    if (rest.length > 0) return call.misused()
    const { files, bytes, differences } = await call.ask('verify', { root })
    if (isSet(call, 'json')) sayJson({ files, bytes, differences })
    else {
      for (const { path, what } of differences) say(`${path}: ${what}`)
      say(
        `${counted(files, 'file')} read (${sizeOf(bytes)}), ${differences.length === 0 ? 'no differences' : counted(differences.length, 'difference')}.`,
      )
    }
    return differences.length === 0 ? 0 : 1
  },
}
