import { RevisionFields } from '@holdfast/api/files'
import * as api from '@holdfast/api/revisions'
import type { Ctx } from '../context.ts'
import { openRevision } from '../files/open-file.ts'
import { filePath } from '../files/paths.ts'
import { uploadFile } from '../files/upload-file.ts'
import { sendFile } from '../http/download.ts'
import { incomingFile } from '../http/incoming-file.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { getRevision } from './get-revision.ts'
import { listRevisions } from './list-revisions.ts'
import { restoreRevision } from './restore-revision.ts'

export function revisionRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listFileRevisions, ({ who, params }) =>
    listRevisions(ctx, who, filePath(params), params),
  )
  route(app, ctx, api.getRevision, ({ who, params }) =>
    getRevision(ctx, who, filePath(params), params.revision_id),
  )
  route(app, ctx, api.downloadRevision, async ({ who, params, req, reply }) => {
    const file = await openRevision(ctx, who, filePath(params), params.revision_id, 'download')
    return sendFile(req, reply, file, 'attachment')
  })
  route(app, ctx, api.viewRevision, async ({ who, params, req, reply }) => {
    const file = await openRevision(ctx, who, filePath(params), params.revision_id, 'view')
    return sendFile(req, reply, file, 'inline')
  })
  route(app, ctx, api.uploadRevision, ({ who, params, req, reply }) => {
    const incoming = incomingFile({ req: req.raw, res: reply.raw }, RevisionFields)
    return uploadFile(ctx, who, { rootId: params.root_id, fileId: params.file_id }, incoming)
  })
  route(app, ctx, api.restoreRevision, ({ who, params }) =>
    restoreRevision(ctx, who, filePath(params), params.revision_id),
  )
}
