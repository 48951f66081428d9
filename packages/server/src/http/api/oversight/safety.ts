import * as api from '@holdfast/api/oversight/safety'
import { getSafety } from '../../../oversight/safety/get-safety.ts'
import { filePath, folderOrRoot } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const safetyRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getFileSafety, ({ who, params }) => getSafety(ctx, who, filePath(params)))
  route(app, ctx, api.getFolderSafety, ({ who, params }) => getSafety(ctx, who, folderOrRoot(params)))
})
