import { LOGOUT } from '../words/commands.ts'
import { type Command, say } from './command.ts'

export const logout: Command = {
  run: async ({ ask }) => {
    await ask('logout', {})
    say(LOGOUT)
    return 0
  },
}
