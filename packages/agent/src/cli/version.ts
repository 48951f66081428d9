import { VERSION } from '../service/version.ts'
import { type Command, say } from './command.ts'

export const version: Command = {
  run: async () => {
    say(`holdfast-agent ${VERSION} (Node ${process.versions.node})`)
    return 0
  },
}
