import { VERSION } from '../service/version.ts'
import { type Command, say } from './command.ts'

export const version: Command = {
  usage: ['version'],
  does: 'print the version of this program',
  run: async () => {
    say(`holdfast-agent ${VERSION} (Node ${process.versions.node})`)
    return 0
  },
}
