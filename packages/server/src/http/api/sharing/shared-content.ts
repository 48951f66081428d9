import { OK } from '@holdfast/api/envelopes'
import { type Folder, RevisionFields, UploadFields } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import type { AnyOperation } from '@holdfast/api/operation'
import * as api from '@holdfast/api/sharing/shared-content'
import { getContainer } from '../../../files/reading/get-container.ts'
import { getFile } from '../../../files/reading/get-file.ts'
import { listChildren } from '../../../files/reading/list-children.ts'
import type { ReadingPurpose } from '../../../files/reading/open-file.ts'
import { openThumbnail } from '../../../files/reading/open-thumbnail.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import { linkName } from '../../../sharing/links/get-link.ts'
import {
  createSharedFolder,
  deleteShared,
  uploadShared,
} from '../../../sharing/shared-content/change-shared.ts'
import { openLink } from '../../../sharing/shared-content/open-link.ts'
import {
  openSharedFile,
  openSharedPicture,
  openSharedZip,
} from '../../../sharing/shared-content/open-shared.ts'
import { type Visit, type VisitOptions, visit } from '../../../sharing/shared-content/visit.ts'
import { rememberLink } from '../../exchange/denials.ts'
import { sendFile, sendZip } from '../../exchange/download.ts'
import { incomingFile } from '../../exchange/incoming-file.ts'
import { linkCallerOf } from '../../exchange/link-caller.ts'
import { type Answer, type Call, visitorRoute } from '../../exchange/route.ts'
import { knownHashes, sendContainer } from '../../exchange/send-container.ts'
import { sendWholeList } from '../../exchange/send-list.ts'
import { sendThumbnail } from '../../exchange/send-thumbnail.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { Reply } from '../../exchange/server.ts'

const TOP = 0 as const

interface Visiting<Op extends AnyOperation> extends Call<Op> {
  visit: Visit
}
type InVisit = Pick<Visiting<AnyOperation>, 'visit' | 'req' | 'reply'>

export const sharedContentRoutes = serveContract(api, (app, ctx) => {
  /** Serves an operation for anyone who comes through the link that it names. */
  function through<Op extends AnyOperation>(
    op: Op,
    handle: (call: Visiting<Op>) => Answer<Op>,
    options?: VisitOptions,
  ): void {
    visitorRoute(app, ctx, op, async ({ who, ...call }) => {
      const { sharelink_id } = call.params as { sharelink_id: string }
      const found = await visit(ctx, linkCallerOf(call.req, who), linkName(sharelink_id), options)
      rememberLink(call.req, found)
      return handle({ ...call, visit: found })
    })
  }

  visitorRoute(app, ctx, api.openSharelink, async ({ who, params, req }) => {
    const name = linkName(params.sharelink_id)
    const { ticket, expires } = await openLink(ctx, linkCallerOf(req, who), name, params.password)
    return { ticket, expires }
  })
  through(api.getSharedRoot, (call) => folder(call, TOP))
  through(api.getSharedFolder, (call) => folder(call, call.params.folder_id))
  through(api.listSharedRootChildren, (call) => children(call, TOP))
  through(api.listSharedFolderChildren, (call) => children(call, call.params.folder_id))
  through(api.getSharedFile, ({ visit: { who }, params }) => {
    const path = { rootId: who.rootId, fileId: params.file_id }
    return getFile(ctx, who, path, { ...params, include_permissions: false })
  })

  through(
    api.downloadSharelink,
    (call) =>
      call.visit.who.entryKind === 'file'
        ? file(call, call.visit.who.entryId, 'download')
        : zip(call, TOP, call.params),
    { resuming: true },
  )
  // Where a folder is shared, its id is that of no file.
  through(api.viewSharelink, (call) => file(call, call.visit.who.entryId, 'view'), { resuming: true })
  through(api.downloadSharedFile, (call) => file(call, call.params.file_id, 'download'), { resuming: true })
  through(api.viewSharedFile, (call) => file(call, call.params.file_id, 'view'), { resuming: true })
  through(api.getSharedThumbnail, async ({ visit, params, req, reply }) => {
    const { who } = visit
    const { file_id: fileId, size, rev } = params
    const picture = await openSharedPicture(ctx, visit, fileId, rev)
    const thumbnail = openThumbnail(ctx, who, { rootId: who.rootId, fileId, size }, picture)
    return sendThumbnail(req, reply, thumbnail, rev !== undefined)
  })
  through(api.downloadSharedFolder, (call) => zip(call, call.params.folder_id, call.params))

  through(api.createFolderInSharedRoot, ({ visit, params }) =>
    createSharedFolder(ctx, visit, TOP, params.name),
  )
  through(api.createFolderInSharedFolder, ({ visit, params }) =>
    createSharedFolder(ctx, visit, params.folder_id, params.name),
  )
  through(api.uploadToSharedRoot, ({ visit, req, reply }) =>
    uploadShared(ctx, visit, { folderId: TOP }, incomingFile({ req: req.raw, res: reply.raw }, UploadFields)),
  )
  through(api.uploadToSharedFolder, ({ visit, params, req, reply }) => {
    const incoming = incomingFile({ req: req.raw, res: reply.raw }, UploadFields)
    return uploadShared(ctx, visit, { folderId: params.folder_id }, incoming)
  })
  through(api.uploadSharedRevision, ({ visit, params, req, reply }) => {
    const incoming = incomingFile({ req: req.raw, res: reply.raw }, RevisionFields)
    return uploadShared(ctx, visit, { fileId: params.file_id }, incoming)
  })
  through(api.deleteSharedFile, async ({ visit, params }) => {
    await deleteShared(ctx, visit, params.file_id, 'file')
    return OK
  })
  through(api.deleteSharedFolder, async ({ visit, params }) => {
    await deleteShared(ctx, visit, params.folder_id, 'folder')
    return OK
  })

  async function folder(
    { visit, params, req, reply }: Visiting<typeof api.getSharedRoot>,
    folderId: ParentId,
  ): Promise<Folder | Reply> {
    const { who } = visit
    const hidden = { include_deleted: false, include_permissions: false }
    const known = knownHashes(params.hash, req)
    const answer = await getContainer(
      ctx,
      who,
      { rootId: who.rootId, folderId },
      { ...params, ...hidden, known },
    )
    return sendContainer(req, reply, answer) as Promise<Folder | Reply>
  }

  async function children(
    { visit, params, reply }: Visiting<typeof api.listSharedRootChildren>,
    folderId: ParentId,
  ): Promise<Reply> {
    const { who } = visit
    const place = { rootId: who.rootId, folderId }
    return sendWholeList(reply, await listChildren(ctx, who, place, { ...params, include_deleted: false }))
  }

  async function file(
    { visit, req, reply }: InVisit,
    fileId: EntryId,
    purpose: ReadingPurpose,
  ): Promise<Reply> {
    const ranged = req.headers.range !== undefined
    const opened = await openSharedFile(ctx, visit, fileId, purpose, ranged)
    return sendFile(req, reply, opened, purpose === 'view' ? 'inline' : 'attachment')
  }

  async function zip(
    { visit, req, reply }: InVisit,
    folderId: ParentId,
    choice: Parameters<typeof openSharedZip>[3],
  ): Promise<Reply> {
    return sendZip(req, reply, await openSharedZip(ctx, visit, folderId, choice))
  }
})
