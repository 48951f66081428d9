import { type Command, say } from './command.ts'

export const logout: Command = {
  usage: ['logout'],
  does: 'sign this device out; all files stay where they are',
  run: async ({ ask }) => {
    await ask('logout', {})
    say('Signed out. The files stay where they are; «login» goes on with them.')
    return 0
  },
}
