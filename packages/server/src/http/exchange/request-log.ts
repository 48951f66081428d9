import type { Logger } from 'pino'
import type { App, Request } from './server.ts'

/** One line per request. Never the query, a header or a body: they hold tokens and passwords. */
export function logRequests(app: App, log: Pick<Logger, 'isLevelEnabled'>): void {
  if (!log.isLevelEnabled('info')) return
  app.addHook('onResponse', (req, reply, done) => {
    req.log.info(
      {
        reqId: req.id,
        method: req.method,
        path: pathToLog(req),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: req.ip,
      },
      'request',
    )
    done()
  })
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
