import type { ExportId } from '@holdfast/api/ids'
import { outageOf } from '../../platform/basics/outage.ts'
import type { Ctx } from '../../platform/context.ts'
import { NotYet } from '../../platform/jobs/jobs.ts'
import { finishExport, KEPT_MS } from './finish-export.ts'
import { planExport } from './plan-export.ts'
import type { Position } from './position.ts'
import { type ExportRow, findExport, isUnderWay } from './queries.ts'
import { releaseExport } from './release-export.ts'
import { verifyExport } from './verify-export.ts'
import { writeFiles } from './write-files.ts'
import { writeLists } from './write-lists.ts'

const STEPS: Record<Position['doing'], (ctx: Ctx, row: ExportRow) => Promise<void>> = {
  plan: planExport,
  files: writeFiles,
  lists: writeLists,
  verify: verifyExport,
}

/**
 * Does one step of an export, as the job that goes on until it is done. Each ends with a transaction that says how far it has
 * come, and one that was broken off is done again from its beginning.
 */
export async function runExport(ctx: Ctx, id: ExportId): Promise<void> {
  const row = await findExport(ctx.db.read, id)
  if (!row || row.released_at !== null || row.state === 'done') return
  if (!isUnderWay(row)) return releaseExport(ctx, row)
  const { doing }: Position = JSON.parse(row.position)
  if (row.created_at + KEPT_MS < ctx.now()) await finishExport(ctx, row, 'too_slow')
  else
    try {
      await STEPS[doing](ctx, row)
    } catch (error) {
      if (!outageOf(error)?.isFull) throw error
      ctx.log.warn({ err: error, export: id }, 'an export found no space')
      await finishExport(ctx, row, 'no_space')
    }
  throw new NotYet('The export goes on with its next step', ctx.now())
}
