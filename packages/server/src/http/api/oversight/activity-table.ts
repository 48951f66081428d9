import { Readable } from 'node:stream'
import * as api from '@holdfast/api/oversight/activity-table'
import { ACTIVITY_COLUMNS, exportActivity } from '../../../oversight/activity/export-activity.ts'
import { getActivityVerified, verifyOrganizationActivity } from '../../../oversight/activity/get-verified.ts'
import { openActivityTable } from '../../../oversight/activity/table-activity.ts'
import { logFailure } from '../../../platform/basics/outage.ts'
import { dispositionOf } from '../../exchange/download.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import { headsFor, refuseUnknown, tableRoute } from '../../exchange/table-route.ts'

const FILES = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  json_lines: { type: 'application/x-ndjson; charset=utf-8', ending: 'jsonl' },
}

export const activityTableRoutes = serveContract(api, (app, ctx) => {
  tableRoute(app, ctx, api.tableActivity, (who, params) => openActivityTable(ctx, who, params))
  route(app, ctx, api.exportActivity, async ({ who, again, params, req, reply }) => {
    refuseUnknown(api.exportActivity, req)
    const { organization_id: id, format } = params
    const words = await headsFor(ctx, who, req, id)
    const heads = ACTIVITY_COLUMNS.map((name) => words[`activity_${name}`] ?? words[name] ?? name)
    const lines = await exportActivity(ctx, who, params, { heads, goOn: again })
    reply.headers({
      'content-type': FILES[format].type,
      'content-disposition': dispositionOf('attachment', `activity-${id}.${FILES[format].ending}`),
      'cache-control': 'private, no-cache',
    })
    const stream = Readable.from(lines)
    // Too late for an error answer: the connection is broken off, and only the log knows why.
    stream.once('error', (err) =>
      logFailure(req.log, err, 'an export of activity broke off', { reqId: req.id }),
    )
    return reply.send(stream)
  })
  route(app, ctx, api.getActivityVerified, ({ who, params }) =>
    getActivityVerified(ctx, who, params.organization_id),
  )
  route(app, ctx, api.verifyOrganizationActivity, ({ who, params }) =>
    verifyOrganizationActivity(ctx, who, params.organization_id),
  )
})
