import type { Ctx } from '../../platform/context.ts'
import { admitProgram } from '../exchange/admit-caller.ts'
import type { App, Reply, Request } from '../exchange/server.ts'
import { copy, move } from './methods/copy-move.ts'
import { remove } from './methods/delete.ts'
import { get } from './methods/get.ts'
import { lock } from './methods/lock.ts'
import { mkcol } from './methods/mkcol.ts'
import { options } from './methods/options.ts'
import { propfind } from './methods/propfind.ts'
import { proppatch } from './methods/proppatch.ts'
import { put } from './methods/put.ts'
import { unlock } from './methods/unlock.ts'
import { DAV_BASE } from './request/address.ts'
import { DavCall } from './request/call.ts'
import { sendDavError } from './send-error.ts'

type Serve = (call: DavCall) => Promise<Reply>

const METHODS: readonly (readonly [string, Serve, { movesFiles?: true }?])[] = [
  ['GET', get, { movesFiles: true }],
  ['HEAD', get],
  ['PUT', put, { movesFiles: true }],
  ['DELETE', remove],
  ['PROPFIND', propfind],
  ['PROPPATCH', proppatch],
  ['MKCOL', mkcol],
  ['COPY', copy, { movesFiles: true }],
  ['MOVE', move, { movesFiles: true }],
  ['LOCK', lock],
  ['UNLOCK', unlock],
]

/** Fastify knows only those of HTTP by itself. */
const OF_WEBDAV = ['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK']

/** The name of an operation in the figures and the log, as the API's have one. */
export const operationNamed = (method: string): string => `webdav_${method.toLowerCase()}`

/** Files for programs that speak WebDAV (RFC 4918, classes 1 to 3). docs/webdav.md tells how people use it. */
export function davRoutes(app: App, ctx: Ctx): void {
  for (const method of OF_WEBDAV) app.addHttpMethod(method, { hasBody: true })
  const errorHandler = (error: unknown, req: Request, reply: Reply) => sendDavError(ctx, error, req, reply)
  for (const url of [DAV_BASE, `${DAV_BASE}/*`]) {
    app.route({ method: 'OPTIONS', url, errorHandler, handler: (_req, reply) => options(reply) })
    for (const [method, serve, more] of METHODS)
      app.route({
        method,
        url,
        exposeHeadRoute: false,
        config: { operation: operationNamed(method), ...more },
        errorHandler,
        handler: async (req, reply) =>
          serve(new DavCall(ctx, await admitProgram(ctx, req, operationNamed(method)), req, reply)),
      })
  }
}
