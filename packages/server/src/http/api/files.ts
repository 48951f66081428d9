import { OK } from '@holdfast/api/envelopes'
import * as places from '@holdfast/api/file-places'
import * as zips from '@holdfast/api/file-zips'
import type { Root } from '@holdfast/api/files'
import * as api from '@holdfast/api/files'
import type { ParamsOf } from '@holdfast/api/operation'
import type { EntryAddress } from '../../access/read-entry.ts'
import { getFileThen } from '../../files/history/get-file-then.ts'
import { listChildrenThen } from '../../files/history/list-children-then.ts'
import { getContainer } from '../../files/reading/get-container.ts'
import { getFile } from '../../files/reading/get-file.ts'
import { listChildren } from '../../files/reading/list-children.ts'
import { openFile } from '../../files/reading/open-file.ts'
import { openZip } from '../../files/reading/zip/open-zip.ts'
import { moveAcross } from '../../files/tree/move-across.ts'
import { createFolder } from '../../files/writing/create-folder.ts'
import { deleteEntry } from '../../files/writing/delete-entry.ts'
import { moveEntry, renameEntry } from '../../files/writing/place-entry.ts'
import { uploadFile } from '../../files/writing/upload-file.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { sendFile, sendZip } from '../exchange/download.ts'
import { incomingFile } from '../exchange/incoming-file.ts'
import { filePath, folderPath } from '../exchange/paths.ts'
import { route } from '../exchange/route.ts'
import { knownHashes, sendContainer } from '../exchange/send-container.ts'
import { sendWholeList } from '../exchange/send-list.ts'
import type { App, Reply } from '../exchange/server.ts'

type MoveParams = Pick<ParamsOf<typeof places.moveFile>, 'to_root_id' | 'to_folder_id'>

export function fileRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.getRoot, async ({ who, params, req, reply }) => {
    const path = { rootId: params.root_id, folderId: 0 as const }
    const known = knownHashes(params.hash, req)
    return sendContainer(req, reply, await getContainer(ctx, who, path, { ...params, known })) as Promise<
      Root | Reply
    >
  })

  route(app, ctx, api.getFolder, async ({ who, params, req, reply }) => {
    const path = { rootId: params.root_id, folderId: params.folder_id }
    const known = knownHashes(params.hash, req)
    return sendContainer(req, reply, await getContainer(ctx, who, path, { ...params, known }))
  })

  route(app, ctx, api.listRootChildren, async ({ who, params, reply }) => {
    const path = { rootId: params.root_id, folderId: 0 as const }
    if (params.as_of !== undefined) return listChildrenThen(ctx, who, path, params, params.as_of)
    return sendWholeList(reply, await listChildren(ctx, who, path, params))
  })
  route(app, ctx, api.listFolderChildren, async ({ who, params, reply }) => {
    const path = { rootId: params.root_id, folderId: params.folder_id }
    if (params.as_of !== undefined) return listChildrenThen(ctx, who, path, params, params.as_of)
    return sendWholeList(reply, await listChildren(ctx, who, path, params))
  })

  route(app, ctx, api.createFolderInRoot, ({ who, params }) =>
    createFolder(ctx, who, { rootId: params.root_id, folderId: 0 }, params.name),
  )
  route(app, ctx, api.createFolderInFolder, ({ who, params }) =>
    createFolder(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params.name),
  )

  route(app, ctx, api.uploadToRoot, ({ who, params, req, reply }) => {
    const incoming = incomingFile({ req: req.raw, res: reply.raw }, api.UploadFields)
    return uploadFile(ctx, who, { rootId: params.root_id, folderId: 0 }, incoming)
  })
  route(app, ctx, api.uploadToFolder, ({ who, params, req, reply }) => {
    const incoming = incomingFile({ req: req.raw, res: reply.raw }, api.UploadFields)
    return uploadFile(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, incoming)
  })

  route(app, ctx, api.getFile, ({ who, params }) => {
    const path = { rootId: params.root_id, fileId: params.file_id }
    if (params.as_of !== undefined) return getFileThen(ctx, who, path, params, params.as_of)
    return getFile(ctx, who, path, params)
  })
  route(app, ctx, api.downloadFile, async ({ who, params, req, reply }) => {
    const file = await openFile(ctx, who, { rootId: params.root_id, fileId: params.file_id }, 'download')
    return sendFile(req, reply, file, 'attachment')
  })
  route(app, ctx, api.viewFile, async ({ who, params, req, reply }) => {
    const file = await openFile(ctx, who, { rootId: params.root_id, fileId: params.file_id }, 'view')
    return sendFile(req, reply, file, 'inline')
  })

  route(app, ctx, zips.downloadRoot, async ({ who, params, req, reply }) => {
    const zip = await openZip(ctx, who, { rootId: params.root_id, folderId: 0 }, params)
    return sendZip(req, reply, zip)
  })
  route(app, ctx, zips.downloadFolder, async ({ who, params, req, reply }) => {
    const zip = await openZip(ctx, who, { rootId: params.root_id, folderId: params.folder_id }, params)
    return sendZip(req, reply, zip)
  })

  route(app, ctx, places.renameFile, async ({ who, params }) => {
    await renameEntry(ctx, who, filePath(params), params.name)
    return OK
  })
  route(app, ctx, places.moveFile, async ({ who, params }) => {
    await move(ctx, who, filePath(params), params)
    return OK
  })
  route(app, ctx, places.renameFolder, async ({ who, params }) => {
    await renameEntry(ctx, who, folderPath(params), params.name)
    return OK
  })
  route(app, ctx, places.moveFolder, async ({ who, params }) => {
    await move(ctx, who, folderPath(params), params)
    return OK
  })
  route(app, ctx, api.deleteFile, async ({ who, params }) => {
    await deleteEntry(ctx, who, filePath(params))
    return OK
  })
  route(app, ctx, api.deleteFolder, async ({ who, params }) => {
    await deleteEntry(ctx, who, folderPath(params))
    return OK
  })
}

const move = (
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  { to_root_id: rootId = path.rootId, to_folder_id: folderId }: MoveParams,
): Promise<void> =>
  rootId === path.rootId
    ? moveEntry(ctx, who, path, folderId)
    : moveAcross(ctx, who, path, { rootId, folderId })
