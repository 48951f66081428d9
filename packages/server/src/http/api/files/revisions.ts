import { RevisionFields } from '@holdfast/api/files/files'
import * as api from '@holdfast/api/files/revisions'
import { openRevision } from '../../../files/reading/open-file.ts'
import { getRevision } from '../../../files/revisions/get-revision.ts'
import { listRevisions } from '../../../files/revisions/list-revisions.ts'
import { restoreRevision } from '../../../files/revisions/restore-revision.ts'
import { uploadFile } from '../../../files/writing/upload-file.ts'
import { sendFile } from '../../exchange/download.ts'
import { incomingFile } from '../../exchange/incoming-file.ts'
import { filePath } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const revisionRoutes = serveContract(api, (app, ctx) => {
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
    return sendFile(req, reply, file, 'inline', { kept: true })
  })
  route(app, ctx, api.uploadRevision, ({ who, params, req, reply }) => {
    const incoming = incomingFile({ req: req.raw, res: reply.raw }, RevisionFields)
    return uploadFile(ctx, who, { rootId: params.root_id, fileId: params.file_id }, incoming)
  })
  route(app, ctx, api.restoreRevision, ({ who, params }) =>
    restoreRevision(ctx, who, filePath(params), params.revision_id),
  )
})
