import type { App } from './server.ts'

/** One line per request. Never the query, a header or a body: they hold tokens and passwords. */
export function logRequests(app: App): void {
  app.addHook('onResponse', (req, reply, done) => {
    req.log.info(
      {
        reqId: req.id,
        method: req.method,
        path: req.raw.url?.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: req.ip,
      },
      'request',
    )
    done()
  })
}
