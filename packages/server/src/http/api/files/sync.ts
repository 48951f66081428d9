import * as api from '@holdfast/api/files/sync'
import { MINUTE_MS } from '@holdfast/api/time'
import { applyBatch } from '../../../files/sync/batch/apply-batch.ts'
import { getEntries } from '../../../files/sync/get-entries.ts'
import { getSnapshot } from '../../../files/sync/get-snapshot.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import { incomingBytes } from '../../exchange/incoming-bytes.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

/** Enough for a batch on a slow line; memory is held for it meanwhile. */
const BATCH_MS = 5 * MINUTE_MS

export const syncRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getSnapshot, ({ who, params }) =>
    getSnapshot(ctx, who, {
      rootId: params.root_id,
      folderId: params.folder_id as ParentId | undefined,
      after: params.after,
      asOfSeq: params.as_of_seq,
      limit: params.limit,
    }),
  )
  route(app, ctx, api.applyBatch, ({ who, params, req, reply }) =>
    applyBatch(ctx, who, params.root_id, incomingBytes({ req: req.raw, res: reply.raw }, BATCH_MS)),
  )
  route(app, ctx, api.getEntries, ({ who, params }) => getEntries(ctx, who, params.root_id, params.ids))
})
