import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/files/file-locks'
import { lockItem } from '../../../files/locks/lock-item.ts'
import { unlockItem } from '../../../files/locks/unlock-item.ts'
import { filePath, folderOrRoot } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const lockRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.lockFile, async ({ who, params }) => {
    await lockItem(ctx, who, filePath(params), params.duration)
    return OK
  })
  route(app, ctx, api.unlockFile, async ({ who, params }) => {
    await unlockItem(ctx, who, filePath(params))
    return OK
  })
  route(app, ctx, api.lockFolder, async ({ who, params }) => {
    await lockItem(ctx, who, folderOrRoot(params), params.duration)
    return OK
  })
  route(app, ctx, api.unlockFolder, async ({ who, params }) => {
    await unlockItem(ctx, who, folderOrRoot(params))
    return OK
  })
  route(app, ctx, api.lockRoot, async ({ who, params }) => {
    await lockItem(ctx, who, { rootId: params.root_id, kind: 'root' }, params.duration)
    return OK
  })
  route(app, ctx, api.unlockRoot, async ({ who, params }) => {
    await unlockItem(ctx, who, { rootId: params.root_id, kind: 'root' })
    return OK
  })
})
