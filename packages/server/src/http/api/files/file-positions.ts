import * as api from '@holdfast/api/files/file-positions'
import { findPosition } from '../../../files/reading/find-position.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const filePositionRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.findPosition, ({ who, params }) =>
    findPosition(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params),
  )
})
