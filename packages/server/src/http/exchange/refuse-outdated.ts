import { Outage } from '../../platform/basics/outage.ts'
import type { Readiness } from '../../platform/readiness.ts'
import type { PageRoute } from './error-handler.ts'
import { HEALTH } from './health.ts'
import type { App } from './server.ts'

/**
 * Once a newer version has changed the database, not even what is read can be trusted. Only the state of the server is reported,
 * and pages shown that need no database.
 */
export function refuseOutdated(app: App, readiness: Readiness, fixed: readonly PageRoute[]): void {
  const answered = [...Object.values(HEALTH), ...fixed.map(({ path }) => path)].map(
    (path) => new RegExp(`^${path}$`),
  )
  app.addHook('onRequest', (req, _reply, done) => {
    const { outdated } = readiness
    const path = req.url.split('?', 1)[0] ?? ''
    if (outdated === undefined || answered.some((pattern) => pattern.test(path))) done()
    else done(new Outage('database_newer', new Error(outdated)))
  })
}
