import * as api from '@holdfast/api/files/history-undo'
import { undoChanges } from '../../../files/history/undo/undo-changes.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import type { App } from '../../exchange/server.ts'

export function historyUndoRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.undoChanges, ({ who, params }) => undoChanges(ctx, who, params))
}
