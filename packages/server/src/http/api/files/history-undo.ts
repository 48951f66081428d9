import * as api from '@holdfast/api/files/history-undo'
import { undoChanges } from '../../../files/history/undo/undo-changes.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const historyUndoRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.undoChanges, ({ who, params }) => undoChanges(ctx, who, params))
})
