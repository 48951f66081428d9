import { Listeners } from './listeners.ts'
import { Watched } from './watched.ts'

export type Line =
  | { kind: 'live' }
  | { kind: 'reconnecting'; since: number }
  | { kind: 'offline'; since: number }

/** How it stands with the connection to the server. */
export const connection = new Watched<Line>({ kind: 'live' })
/** A request got no answer: the connection is worth a look. */
export const doubts = new Listeners()
/** The server answers again: what failed meanwhile is worth another try. */
export const returns = new Listeners()
