import { OK } from '@holdfast/api/envelopes'
import * as places from '@holdfast/api/file-places'
import type { Folder, Root } from '@holdfast/api/files'
import * as api from '@holdfast/api/files'
import type { Ctx } from '../context.ts'
import { getFileThen } from '../history/get-file-then.ts'
import { listChildrenThen } from '../history/list-children-then.ts'
import { sendFile } from '../http/download.ts'
import { incomingFile } from '../http/incoming-file.ts'
import { route } from '../http/route.ts'
import type { App, Reply, Request } from '../http/server.ts'
import { createFolder } from './create-folder.ts'
import { deleteEntry } from './delete-entry.ts'
import { getContainer, NOT_MODIFIED } from './get-container.ts'
import { getFile } from './get-file.ts'
import { listChildren } from './list-children.ts'
import { openFile } from './open-file.ts'
import { filePath, folderPath } from './paths.ts'
import { moveEntry, renameEntry } from './place-entry.ts'
import { uploadFile } from './upload-file.ts'

export function fileRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.getRoot, async ({ who, params, req, reply }) => {
    const path = { rootId: params.root_id, folderId: 0 as const }
    const known = knownHashes(params.hash, req)
    return sendContainer(reply, await getContainer(ctx, who, path, { ...params, known })) as Root | Reply
  })

  route(app, ctx, api.getFolder, async ({ who, params, req, reply }) => {
    const path = { rootId: params.root_id, folderId: params.folder_id }
    const known = knownHashes(params.hash, req)
    return sendContainer(reply, await getContainer(ctx, who, path, { ...params, known }))
  })

  route(app, ctx, api.listRootChildren, ({ who, params }) => {
    const path = { rootId: params.root_id, folderId: 0 as const }
    if (params.as_of !== undefined) return listChildrenThen(ctx, who, path, params, params.as_of)
    return listChildren(ctx, who, path, params)
  })
  route(app, ctx, api.listFolderChildren, ({ who, params }) => {
    const path = { rootId: params.root_id, folderId: params.folder_id }
    if (params.as_of !== undefined) return listChildrenThen(ctx, who, path, params, params.as_of)
    return listChildren(ctx, who, path, params)
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
    const file = await openFile(ctx, who, { rootId: params.root_id, fileId: params.file_id })
    return sendFile(req, reply, file, 'attachment')
  })
  route(app, ctx, api.viewFile, async ({ who, params, req, reply }) => {
    const file = await openFile(ctx, who, { rootId: params.root_id, fileId: params.file_id })
    return sendFile(req, reply, file, 'inline')
  })

  route(app, ctx, places.renameFile, async ({ who, params }) => {
    await renameEntry(ctx, who, filePath(params), params.name)
    return OK
  })
  route(app, ctx, places.moveFile, async ({ who, params }) => {
    await moveEntry(ctx, who, filePath(params), params.to_folder_id)
    return OK
  })
  route(app, ctx, places.renameFolder, async ({ who, params }) => {
    await renameEntry(ctx, who, folderPath(params), params.name)
    return OK
  })
  route(app, ctx, places.moveFolder, async ({ who, params }) => {
    await moveEntry(ctx, who, folderPath(params), params.to_folder_id)
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

/** What the caller already holds: by the specification's parameter, or as HTTP has it. */
function knownHashes(hash: string | undefined, req: Request): string[] {
  const tags = req.headers['if-none-match']
    ?.split(',')
    .map((tag) => tag.trim().replace(/^(W\/)?"(.*)"$/, '$2'))
  return [...(hash ? [hash] : []), ...(tags ?? [])]
}

function sendContainer(reply: Reply, answer: Root | Folder | typeof NOT_MODIFIED): Root | Folder | Reply {
  // HTTP allows no body with 304; the client of this API gives `status` not_modified in its place.
  if (answer === NOT_MODIFIED) return reply.code(304).send()
  if (answer.hash) reply.header('etag', `"${answer.hash}"`).header('cache-control', 'private, no-cache')
  return answer
}
