import type { Figures } from '../../platform/metrics/figures.ts'
import { operationOf } from './note-served.ts'
import type { App } from './server.ts'

/** Counts under names of ours: a path may have somebody's address in it. */
export function countAnswers(app: App, figures: Figures): void {
  app.addHook('onResponse', (req, reply, done) => {
    const operation = operationOf(req) ?? (req.routeOptions.url === undefined ? 'unknown' : 'page')
    figures.noteAnswer(operation, reply.statusCode, reply.elapsedTime)
    done()
  })
}
