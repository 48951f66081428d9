import { besideRoots } from '../service/beside-roots.ts'
import { STATUS } from '../words/status.ts'
import { type Command, isSet, say, sayJson } from './command.ts'
import { drawStatus } from './draw.ts'
import { exitCodeOf } from './exit-code.ts'
import { Progress } from './progress.ts'

const REDRAW_MS = 1000

export const status: Command = {
  options: { json: { type: 'boolean' }, watch: { type: 'boolean' } },
  run: async (call) => {
    const progress = new Progress()
    for (;;) {
      const isRunning = await call.isRunning()
      const now = await call.ask('status', {})
      const beside = await besideRoots(now)
      if (isSet(call, 'json')) sayJson({ running: isRunning, ...now, beside })
      else {
        if (isSet(call, 'watch')) say('\u001b[2J\u001b[H')
        if (!isRunning && now.signedIn) say(STATUS.notRunning)
        say(drawStatus(now, { isRunning, beside }))
        const left = progress.line(now, performance.now())
        if (left && isRunning) say(`\n${left}`)
      }
      if (!isSet(call, 'watch')) return isRunning ? exitCodeOf(now) : 2
      await new Promise((resolve) => setTimeout(resolve, REDRAW_MS))
    }
  },
}
