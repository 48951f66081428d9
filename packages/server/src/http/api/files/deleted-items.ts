import * as api from '@holdfast/api/files/deleted-items'
import { listDeleted } from '../../../files/search/list-deleted.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const deletedItemRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listDeleted, ({ who, params }) => listDeleted(ctx, who, params))
})
