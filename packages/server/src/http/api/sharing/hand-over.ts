import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sharing/hand-over'
import { handOverFiles } from '../../../sharing/hand-over/hand-over-files.ts'
import { undoHandOver } from '../../../sharing/hand-over/undo-hand-over.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const handOverRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.handOverFiles, ({ who, params }) =>
    handOverFiles(ctx, who, params.person_id, params.to_person_id, { dryRun: params.dry_run }),
  )
  route(app, ctx, api.undoHandOver, async ({ who, params }) => {
    await undoHandOver(ctx, who, params.person_id)
    return OK
  })
})
