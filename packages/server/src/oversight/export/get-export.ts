import type { ExportId } from '@holdfast/api/ids'
import type { Export } from '@holdfast/api/oversight/exports'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { authorizeExport } from './authorize-export.ts'
import { exportView } from './view.ts'

export const getExport = async (ctx: Ctx, who: Principal, id: ExportId): Promise<Export> =>
  exportView(ctx.db.read, await authorizeExport(ctx.db.read, who, id))
