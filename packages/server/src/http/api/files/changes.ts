import * as api from '@holdfast/api/files/changes'
import { listChanges } from '../../../files/changes/list-changes.ts'
import { openEvents } from '../../../files/changes/open-events.ts'
import { sendEvents } from '../../exchange/event-stream.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import { waitingCaller } from '../../exchange/waiting-caller.ts'

export const changeRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listChanges, (call) =>
    listChanges(ctx, waitingCaller(call), { ...call.params, rootId: call.params.root_id }),
  )

  route(app, ctx, api.listenToEvents, async (call) => {
    const { params, req, reply } = call
    // A browser goes on by the header, at an address that may still name where it once began.
    const header = req.headers['last-event-id']
    const last = (typeof header === 'string' && header) || params.last_event_id
    const wish = { includeNames: params.include_names, includeLists: params.include_lists }
    return sendEvents(req, reply, await openEvents(ctx, waitingCaller(call), last, wish), ctx.live.pace)
  })
})
