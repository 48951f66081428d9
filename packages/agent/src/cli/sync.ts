import type { StatusView } from '../service/methods.ts'
import { type Command, isSet, say, sayJson } from './command.ts'
import { drawStatus } from './draw.ts'
import { exitCodeOf } from './exit-code.ts'

export const sync: Command = {
  usage: ['sync [--once] [--json]'],
  does: 'bring everything in step now, and end when it is',
  more: 'Asks the agent that runs; where none does, it is done here (--once says that one round is meant, which is what it does anyway).\nExit code 0: all is in sync; 1: it is not, as the last lines say; 3: all is in sync except the items listed.',
  options: { once: { type: 'boolean' }, json: { type: 'boolean' } },
  run: async (call) => {
    const drawing = process.stdout.isTTY && !isSet(call, 'json')
    const now = await call.ask('sync', {}, (news) => {
      if (drawing) say(`\u001b[2J\u001b[H${drawStatus(news as StatusView)}`)
    })
    if (isSet(call, 'json')) sayJson(now)
    else say(drawStatus(now))
    return exitCodeOf(now)
  },
}
