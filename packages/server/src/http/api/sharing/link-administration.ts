import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sharing/link-administration'
import { parseUtc } from '@holdfast/api/time'
import { closeLinks } from '../../../sharing/links/close-links.ts'
import { listLinksTo, listOrganizationLinks } from '../../../sharing/links/list-links.ts'
import { linkPageOf } from '../../exchange/link-page.ts'
import { filePath, folderPath } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const linkAdministrationRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listOrganizationSharelinks, ({ who, params }) =>
    listOrganizationLinks(ctx, who, params.organization_id, linkPageOf(params)),
  )
  route(app, ctx, api.listFileSharelinks, ({ who, params }) =>
    listLinksTo(ctx, who, filePath(params), linkPageOf(params), params.include_above),
  )
  route(app, ctx, api.listFolderSharelinks, ({ who, params }) =>
    listLinksTo(ctx, who, folderPath(params), linkPageOf(params), params.include_above),
  )
  const whichOf = (params: { public_only: boolean; unused_since?: string }) => ({
    publicOnly: params.public_only,
    unusedSince: params.unused_since === undefined ? undefined : parseUtc(params.unused_since),
  })
  route(app, ctx, api.closeOrganizationSharelinks, async ({ who, params }) => {
    const by = { organizationId: params.organization_id }
    return { ...OK, count: await closeLinks(ctx, who, by, params.action, whichOf(params)) }
  })
  route(app, ctx, api.closePersonSharelinks, async ({ who, params }) => {
    const by = { creatorId: params.person_id }
    return { ...OK, count: await closeLinks(ctx, who, by, params.action, whichOf(params)) }
  })
})
