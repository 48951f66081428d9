import * as api from '@holdfast/api/accounts/brand'
import { MINUTE_MS } from '@holdfast/api/time'
import { deleteLogo } from '../../../accounts/organizations/delete-logo.ts'
import { getBrand } from '../../../accounts/organizations/get-brand.ts'
import { setBrand } from '../../../accounts/organizations/set-brand.ts'
import { setLogo } from '../../../accounts/organizations/set-logo.ts'
import { incomingBytes } from '../../exchange/incoming-bytes.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

/** Enough for a logo on a slow line. */
const LOGO_MS = MINUTE_MS

export const brandRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getOrganizationBrand, ({ who, params }) => getBrand(ctx, who, params.organization_id))
  route(app, ctx, api.setOrganizationBrand, ({ who, params }) =>
    setBrand(ctx, who, params.organization_id, params.color),
  )
  route(app, ctx, api.setOrganizationLogo, ({ who, params, req, reply }) =>
    setLogo(ctx, who, params.organization_id, incomingBytes({ req: req.raw, res: reply.raw }, LOGO_MS)),
  )
  route(app, ctx, api.deleteOrganizationLogo, ({ who, params }) =>
    deleteLogo(ctx, who, params.organization_id),
  )
})
