import { heldInWords } from '../service/words.ts'
import { type Command, isSet, say } from './command.ts'

export const pause: Command = {
  usage: ['pause'],
  does: 'stop keeping anything in step, until «resume»; also over restarts',
  run: async ({ ask }) => {
    await ask('pause', {})
    say('Paused. «holdfast-agent resume» goes on.')
    return 0
  },
}

export const resume: Command = {
  usage: ['resume [--confirm | --bring-back]'],
  does: 'go on after «pause», or after a root stopped itself',
  more: `A root stops itself when so much would be removed or replaced at once that it may be a mistake. New files are still synced then.
  --confirm              remove or replace what “status” says
  --bring-back           bring deleted files back from the other side instead
Exit code 1: a root is still stopped.`,
  options: { confirm: { type: 'boolean' }, 'bring-back': { type: 'boolean' } },
  run: async (call) => {
    const [confirm, bringBack] = [isSet(call, 'confirm'), isSet(call, 'bring-back')]
    if (confirm && bringBack) return call.misused()
    const { roots } = await call.ask('resume', { confirm, bringBack })
    const stopped = roots.filter(({ held }) => held !== null)
    for (const { name, held } of stopped) if (held) say(`“${name}” is still stopped: ${heldInWords(held)}.`)
    if (stopped.length === 0) {
      say('Resumed.')
      return 0
    }
    say(
      '“holdfast-agent resume --confirm” does it. “holdfast-agent resume --bring-back” brings deleted files back.',
    )
    return 1
  },
}
