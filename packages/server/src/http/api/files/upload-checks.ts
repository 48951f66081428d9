import * as api from '@holdfast/api/files/upload-checks'
import { checkNames } from '../../../files/writing/check-names.ts'
import { ensureFolders } from '../../../files/writing/ensure-folders.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const uploadCheckRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.checkNames, ({ who, params }) =>
    checkNames(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params.names),
  )
  route(app, ctx, api.ensureFolders, ({ who, params }) =>
    ensureFolders(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params.paths),
  )
})
