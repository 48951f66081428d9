import * as api from '@holdfast/api/changes'
import { listChanges } from '../../files/changes/list-changes.ts'
import { openEvents } from '../../files/changes/open-events.ts'
import type { WaitingCaller } from '../../files/changes/waiting-caller.ts'
import type { Ctx } from '../../platform/context.ts'
import { sendEvents } from '../exchange/event-stream.ts'
import { type AuthenticatedCall, route } from '../exchange/route.ts'
import type { App } from '../exchange/server.ts'

export function changeRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listChanges, (call) =>
    listChanges(ctx, callerOf(call), { ...call.params, rootId: call.params.root_id }),
  )

  route(app, ctx, api.listenToEvents, async (call) => {
    const { params, req, reply } = call
    // A browser goes on by the header, at an address that may still name where it once began.
    const header = req.headers['last-event-id']
    const last = (typeof header === 'string' && header) || params.last_event_id
    return sendEvents(
      req,
      reply,
      await openEvents(ctx, callerOf(call), last, params.include_names),
      ctx.live.pace,
    )
  })
}

function callerOf({ who, again, reply }: Omit<AuthenticatedCall<never>, 'params'>): WaitingCaller {
  const onGone = (stop: () => void) => {
    if (reply.raw.destroyed) stop()
    else reply.raw.once('close', stop)
  }
  return { who, again, onGone }
}
