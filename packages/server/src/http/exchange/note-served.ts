import { applyBatch } from '@holdfast/api/files/sync'
import type { MakeWay } from '../../platform/limits/make-way.ts'
import type { App, Request } from './server.ts'

/** Operations whose callers send much, and do not look on. */
const CAN_WAIT: ReadonlySet<unknown> = new Set([applyBatch.name])

/** Tells what can wait which requests somebody waits for. */
export function noteServed(app: App, way: MakeWay): void {
  app.addHook('onRequest', (req, _reply, done) => {
    if (!CAN_WAIT.has(operationOf(req))) way.comes(req)
    done()
  })
  app.addHook('onResponse', (req, _reply, done) => {
    way.leaves(req)
    done()
  })
}

/** By the name it has in the API; pages have none. */
export const operationOf = (req: Request): string | undefined =>
  (req.routeOptions.config as { operation?: string } | undefined)?.operation
