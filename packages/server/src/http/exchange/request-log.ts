import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { type AddressesInLog, addressToLog } from '../../platform/limits/network.ts'
import { callerIn, linkIn } from './denials.ts'
import { HEALTH } from './health.ts'
import type { App, Request } from './server.ts'

interface Logging {
  log: Pick<Logger, 'isLevelEnabled'>
  addresses: AddressesInLog
}

/** Balancers ask them all day: at `info` they would be most of a quiet log. */
const CHECKS: ReadonlySet<string | undefined> = new Set(Object.values(HEALTH))

/**
 * One line per request. Never the query, a header or a body: they hold tokens and passwords. Of people their ids, never
 * names or addresses. docs/logs.md lists every field.
 */
export function logRequests(app: App, { log, addresses }: Logging): void {
  app.addHook('onResponse', (req, reply, done) => {
    const level = CHECKS.has(req.routeOptions.url) ? 'debug' : 'info'
    const bytes = bytesOf(req.raw.socket)
    if (log.isLevelEnabled(level))
      req.log[level](
        {
          reqId: req.id,
          method: req.method,
          path: pathToLog(req),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ...bytes,
          ip: addressToLog(req.ip, addresses),
          ...whoAsks(req),
        },
        'request',
      )
    done()
  })
}

/** Ids only. Nothing for those who are not signed in and come through no link. */
function whoAsks(req: Request): Record<string, number> {
  const who = callerIn(req)
  const through = linkIn(req)
  return {
    ...through,
    ...(who && { organization: who.organizationId }),
    ...(who?.kind === 'person' && { person: who.personId }),
    ...(who?.kind === 'guest' && { guest: who.guestId }),
    ...(who?.kind === 'person' && who.machineId !== null && { machine: who.machineId }),
  }
}

/** What each connection had carried when its last request was over. */
const counted = new WeakMap<Socket, { read: number; written: number }>()

/** Since the last request of the connection was over: heads and bodies, without TLS. */
function bytesOf(socket: Socket): { received: number; sent: number } {
  const { read, written } = counted.get(socket) ?? { read: 0, written: 0 }
  const now = { read: socket.bytesRead, written: socket.bytesWritten }
  counted.set(socket, now)
  return { received: now.read - read, sent: now.written - written }
}

const ID = /^\d{1,15}$/
/** Shorter than anything that opens something, and without its capitals and digits. */
const WORD = /^[a-z_]{1,20}$/
const HIDDEN = '***'

/**
 * The path with its words and ids. What else stands in one opens a link or goes on with an upload, or is somebody's address;
 * where no route is, any long part may be a secret that someone misspelt the way to.
 */
function pathToLog(req: Request): string {
  const route = req.routeOptions.url?.split('/')
  const given = (req.raw.url?.split('?', 1)[0] ?? '').split('/')
  return given
    .map((part, n) => {
      if (part === '' || ID.test(part)) return part
      if (!route) return WORD.test(part) ? part : HIDDEN
      return part === route[n] ? part : HIDDEN
    })
    .join('/')
}
