import { OK } from '@holdfast/api/envelopes'
import type { Root } from '@holdfast/api/files/files'
import * as api from '@holdfast/api/files/files'
import { getFileThen } from '../../../files/history/get-file-then.ts'
import { listChildrenThen } from '../../../files/history/list-children-then.ts'
import { getContainer } from '../../../files/reading/get-container.ts'
import { getFile } from '../../../files/reading/get-file.ts'
import { listChildren } from '../../../files/reading/list-children.ts'
import { openFile } from '../../../files/reading/open-file.ts'
import { createFolder } from '../../../files/writing/create-folder.ts'
import { deleteEntry } from '../../../files/writing/delete-entry.ts'
import { uploadFile } from '../../../files/writing/upload-file.ts'
import { sendFile } from '../../exchange/download.ts'
import { incomingFile } from '../../exchange/incoming-file.ts'
import { filePath, folderPath } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { knownHashes, sendContainer } from '../../exchange/send-container.ts'
import { sendWholeList } from '../../exchange/send-list.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { Reply } from '../../exchange/server.ts'

export const fileRoutes = serveContract(api, (app, ctx) => {
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

  route(app, ctx, api.deleteFile, async ({ who, params }) => {
    await deleteEntry(ctx, who, filePath(params))
    return OK
  })
  route(app, ctx, api.deleteFolder, async ({ who, params }) => {
    await deleteEntry(ctx, who, folderPath(params))
    return OK
  })
})
