import { Readable } from 'node:stream'
import * as api from '@holdfast/api/oversight/usage'
import { exportUsage } from '../../../oversight/usage/export-usage.ts'
import { getOrganizationUsage } from '../../../oversight/usage/get-organization-usage.ts'
import { getUsageMonth } from '../../../oversight/usage/get-usage-month.ts'
import { logFailure } from '../../../platform/basics/outage.ts'
import { dispositionOf } from '../../exchange/download.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const usageRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getOrganizationUsage, ({ who, params }) =>
    getOrganizationUsage(ctx, who, params.organization_id),
  )
  route(app, ctx, api.getUsageMonth, ({ who, params }) =>
    getUsageMonth(ctx, who, params.organization_id, params),
  )
  route(app, ctx, api.exportUsage, async ({ who, params, req, reply }) => {
    const { name, lines } = await exportUsage(ctx, who, params.organization_id, params.month)
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': dispositionOf('attachment', name),
      'cache-control': 'private, no-cache',
    })
    const stream = Readable.from(lines)
    // Too late for an error answer: the connection is broken off, and only the log knows why.
    stream.once('error', (err) => logFailure(req.log, err, 'a usage export broke off', { reqId: req.id }))
    return reply.send(stream)
  })
})
