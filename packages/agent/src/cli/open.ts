import { spawn } from 'node:child_process'
import { askBySocket, connectTo } from '../service/control.ts'
import { UserError } from '../service/user-error.ts'
import { OPEN } from '../words/commands.ts'
import { type Command, isSet, say } from './command.ts'

export const open: Command = {
  options: { 'no-browser': { type: 'boolean' } },
  run: async (call) => {
    if (call.args.length > 0) return call.misused()
    const socket = await connectTo(call.home.socket)
    if (!socket) throw new UserError(OPEN.notRunning, 2)
    const address = String(await askBySocket(socket, 'openPage', {}, () => {}))
    say(address)
    if (!isSet(call, 'no-browser')) openBrowser(address)
    return 0
  },
}

/** Where there is one: the address was printed in any case. */
function openBrowser(address: string): void {
  const browser = spawn('xdg-open', [address], { detached: true, stdio: 'ignore' })
  browser.once('error', () => say(OPEN.noBrowser))
  browser.unref()
}
