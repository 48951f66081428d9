import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/files/retention'
import { parseUtc } from '@holdfast/api/time'
import { purgeEntry } from '../../../files/retention/purge-entry.ts'
import { deleteRevision, trimRevisions } from '../../../files/retention/trim-revisions.ts'
import { filePath, folderPath } from '../../exchange/paths.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const retentionRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.purgeFile, async ({ who, params }) => {
    await purgeEntry(ctx, who, filePath(params))
    return OK
  })
  route(app, ctx, api.purgeFolder, async ({ who, params }) => {
    await purgeEntry(ctx, who, folderPath(params))
    return OK
  })
  route(app, ctx, api.trimRevisions, async ({ who, params }) => {
    const before = params.before === undefined ? undefined : parseUtc(params.before)
    const removed = await trimRevisions(ctx, who, filePath(params), { keep: params.keep, before })
    return { ...OK, removed }
  })
  route(app, ctx, api.deleteRevision, async ({ who, params }) => {
    await deleteRevision(ctx, who, filePath(params), params.revision_id)
    return OK
  })
})
