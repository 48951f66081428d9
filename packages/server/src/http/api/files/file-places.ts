import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/files/file-places'
import type { ParamsOf } from '@holdfast/api/operation'
import type { EntryAddress } from '../../../access/read-entry.ts'
import { moveAcross } from '../../../files/tree/move-across.ts'
import { moveEntry, renameEntry } from '../../../files/writing/place-entry.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Principal } from '../../../platform/principal.ts'
import { filePath, folderPath } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

type MoveParams = Pick<ParamsOf<typeof api.moveFile>, 'to_root_id' | 'to_folder_id' | 'on_conflict'>

export const filePlaceRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.renameFile, async ({ who, params }) => {
    await renameEntry(ctx, who, filePath(params), params.name)
    return OK
  })
  route(app, ctx, api.moveFile, async ({ who, params }) => {
    await move(ctx, who, filePath(params), params)
    return OK
  })
  route(app, ctx, api.renameFolder, async ({ who, params }) => {
    await renameEntry(ctx, who, folderPath(params), params.name)
    return OK
  })
  route(app, ctx, api.moveFolder, async ({ who, params }) => {
    await move(ctx, who, folderPath(params), params)
    return OK
  })
})

const move = (
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  { to_root_id: rootId = path.rootId, to_folder_id: folderId, on_conflict }: MoveParams,
): Promise<void> =>
  rootId === path.rootId
    ? moveEntry(ctx, who, path, folderId, on_conflict)
    : moveAcross(ctx, who, path, { rootId, folderId }, on_conflict)
