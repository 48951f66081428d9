import { Outage } from '../../platform/basics/outage.ts'
import type { Readiness } from '../../platform/readiness.ts'
import { HEALTH } from './health.ts'
import type { App } from './server.ts'

const ANSWERED: readonly string[] = Object.values(HEALTH)

/** Once a newer version has changed the database, not even what is read can be trusted. Only the state of the server is reported. */
export function refuseOutdated(app: App, readiness: Readiness): void {
  app.addHook('onRequest', (req, _reply, done) => {
    const { outdated } = readiness
    if (outdated === undefined || ANSWERED.includes(req.url.split('?', 1)[0] ?? '')) done()
    else done(new Outage('database_newer', new Error(outdated)))
  })
}
