import { type Command, isSet, say, sayJson } from './command.ts'
import { drawStatus } from './draw.ts'

const REDRAW_MS = 1000

export const status: Command = {
  usage: ['status [--json] [--watch]'],
  does: 'say how everything is',
  more: 'Exit code 0: all is in sync; 1: it is not, or there are problems; 2: no agent runs.',
  options: { json: { type: 'boolean' }, watch: { type: 'boolean' } },
  run: async (call) => {
    for (;;) {
      const isRunning = await call.isRunning()
      const now = await call.ask('status', {})
      if (isSet(call, 'json') || !process.stdout.isTTY) sayJson({ running: isRunning, ...now })
      else {
        if (isSet(call, 'watch')) say('\u001b[2J\u001b[H')
        say(drawStatus(now))
        if (!isRunning) say('\nNo agent runs: «holdfast-agent install» makes one start by itself.')
      }
      const problems = now.roots.some((root) => root.problems.length > 0)
      if (!isSet(call, 'watch')) return isRunning ? Number(!now.synced || problems) : 2
      await new Promise((resolve) => setTimeout(resolve, REDRAW_MS))
    }
  },
}
