import { comingFrom } from '../../platform/basics/asking.ts'
import type { Ctx } from '../../platform/context.ts'
import { operationOf } from './note-served.ts'
import type { App, Request } from './server.ts'

/**
 * Operations that go through much by their nature, in steps that let others have a turn. All others end at a page of what they
 * list.
 */
const MAY_TAKE_LONG: ReadonlySet<string> = new Set([
  'apply_batch',
  'apply_bulk',
  'apply_guests_bulk',
  'apply_persons_bulk',
  'plan_guests_bulk',
  'plan_persons_bulk',
  'ensure_folders',
  'restore_state',
  'undo_changes',
  'get_timeline',
  'search_root',
  'search_everywhere',
  'list_modified_since',
])

/** Carries along with each request where it came from, and how it reads. */
export function noteAsking(app: App, ctx: Ctx): void {
  app.addHook('onRequest', (req, reply, done) => {
    const operation = operationOf(req)
    // What moves files reads a little again and again meanwhile, and pages read little.
    const isPaced = operation !== undefined && !movesFiles(req)
    const pace = isPaced
      ? ctx.longReads.paceOf(req, {
          address: req.ip,
          operation,
          mayTakeLong: MAY_TAKE_LONG.has(operation),
          isAnswering: () => reply.raw.headersSent,
        })
      : undefined
    comingFrom({ address: req.ip, userAgent: req.headers['user-agent'], pace }, done)
  })
}

const movesFiles = (req: Request): boolean =>
  (req.routeOptions.config as { movesFiles?: boolean } | undefined)?.movesFiles === true
