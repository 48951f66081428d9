import { PAUSE } from '../words/commands.ts'
import { DECIDE, heldInWords } from '../words/status.ts'
import { type Command, isSet, say } from './command.ts'

export const pause: Command = {
  run: async ({ ask }) => {
    await ask('pause', {})
    say(PAUSE.paused)
    return 0
  },
}

export const resume: Command = {
  options: { confirm: { type: 'boolean' }, 'bring-back': { type: 'boolean' } },
  run: async (call) => {
    const [confirm, bringBack] = [isSet(call, 'confirm'), isSet(call, 'bring-back')]
    if (confirm && bringBack) return call.misused()
    const { roots } = await call.ask('resume', { confirm, bringBack })
    const stopped = roots.filter(({ held }) => held !== null)
    for (const { name, held } of stopped) if (held) say(PAUSE.stillWaits(name, heldInWords(held)))
    if (stopped.length === 0) {
      say(PAUSE.resumed)
      return 0
    }
    say(DECIDE)
    return 1
  },
}
