import { besideRoots } from '../service/beside-roots.ts'
import { type Command, isSet, say, sayJson } from './command.ts'
import { drawStatus } from './draw.ts'
import { exitCodeOf } from './exit-code.ts'
import { Progress } from './progress.ts'

const REDRAW_MS = 1000
const NOT_RUNNING =
  'No agent is running, so nothing is synced.\nTo start it, now and whenever the computer starts: holdfast-agent install\n'

export const status: Command = {
  usage: ['status [--json] [--watch]'],
  does: 'say how everything is',
  more: 'Exit code 0: all is in sync; 1: it is not; 2: no agent runs; 3: all is in sync except the items listed.',
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
        if (!isRunning && now.signedIn) say(NOT_RUNNING)
        say(drawStatus(now, { isRunning, beside }))
        const left = progress.line(now, performance.now())
        if (left && isRunning) say(`\n${left}`)
      }
      if (!isSet(call, 'watch')) return isRunning ? exitCodeOf(now) : 2
      await new Promise((resolve) => setTimeout(resolve, REDRAW_MS))
    }
  },
}
