import * as api from '@holdfast/api/files/file-tree'
import type { File, Folder } from '@holdfast/api/files/files'
import type { ParamsOf } from '@holdfast/api/operation'
import { copyEntry } from '../../../files/tree/copy-entry.ts'
import { restoreEntry } from '../../../files/tree/restore-entry.ts'
import { filePath, folderPath } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const fileTreeRoutes = serveContract(api, (app, ctx) => {
  route(
    app,
    ctx,
    api.restoreFile,
    ({ who, params }) => restoreEntry(ctx, who, filePath(params), params.on_conflict) as Promise<File>,
  )
  route(
    app,
    ctx,
    api.restoreFolder,
    ({ who, params }) => restoreEntry(ctx, who, folderPath(params), params.on_conflict) as Promise<Folder>,
  )
  route(
    app,
    ctx,
    api.copyFile,
    ({ who, params }) => copyEntry(ctx, who, filePath(params), copyOf(params)) as Promise<File>,
  )
  route(
    app,
    ctx,
    api.copyFolder,
    ({ who, params }) => copyEntry(ctx, who, folderPath(params), copyOf(params)) as Promise<Folder>,
  )
})

const copyOf = (params: Omit<ParamsOf<typeof api.copyFile>, 'file_id'>) => ({
  to: { rootId: params.to_root_id ?? params.root_id, folderId: params.to_folder_id },
  name: params.name,
  onTaken: params.on_conflict,
})
