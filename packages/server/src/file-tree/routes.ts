import * as api from '@holdfast/api/file-tree'
import type { File, Folder } from '@holdfast/api/files'
import type { Ctx } from '../context.ts'
import { filePath, folderPath } from '../files/paths.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { restoreEntry } from './restore-entry.ts'

export function fileTreeRoutes(app: App, ctx: Ctx): void {
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
}
