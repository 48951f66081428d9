import type { StatusView } from '../service/methods.ts'
import { type Command, isSet, say, sayJson } from './command.ts'
import { drawStatus } from './draw.ts'
import { exitCodeOf } from './exit-code.ts'

export const sync: Command = {
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
