import { now } from '../../platform/clock.ts'
import { connection, type Line } from '../../platform/connection.ts'

/** Short breaks are nobody's business. Nobody works on for more than five seconds without being told of a longer one. */
const PATIENCE_MS = 3000

export type Lost = Exclude<Line, { kind: 'live' }>

/** Tells of a connection that stays lost, and of its return; however often it is tried in between. Gives the way to stop. */
export function watchLost(tell: (lost: Lost | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    const line = connection.get()
    if (line.kind === 'live') return tell(undefined)
    const rest = line.kind === 'offline' ? 0 : line.since + PATIENCE_MS - now()
    if (rest <= 0) tell(line)
    else timer = setTimeout(look, rest)
  }
  look()
  const stop = connection.subscribe(look)
  return () => {
    clearTimeout(timer)
    stop()
  }
}
