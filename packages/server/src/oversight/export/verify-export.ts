import type { Ctx } from '../../platform/context.ts'
import { NotYet } from '../../platform/jobs/jobs.ts'
import { finishExport } from './finish-export.ts'
import type { Position } from './position.ts'
import {
  type ExportRow,
  holdExport,
  insertFailures,
  listParts,
  setPartVerified,
  updateExport,
} from './queries.ts'
import { verifyPart } from './verify-part.ts'

/** Reads the next part of an export back; after the last one it is done, if all of them were right. */
export async function verifyExport(ctx: Ctx, row: ExportRow): Promise<void> {
  const at: Position = JSON.parse(row.position)
  const parts = await listParts(ctx.db.read, row.id)
  const part = parts.find(({ number }) => number === at.part)
  if (!part) return finishExport(ctx, row, parts.every(({ sha256 }) => sha256) ? undefined : 'damaged')
  const { sha256, bytes, wrong, isWhole } = await verifyPart(ctx, row, part)
  await ctx.db.write(async (tx) => {
    const now = await holdExport(tx, row.id)
    if (now?.state !== 'verifying' || now.position !== row.position)
      throw new NotYet('The export is at another place', ctx.now())
    if (isWhole) await setPartVerified(tx, { export_id: row.id, number: part.number, sha256 })
    const failures = wrong.map(({ path }, n) => ({
      ...{ export_id: row.id, number: now.failed + n + 1, path, reason: 'damaged' as const },
    }))
    await insertFailures(tx, failures)
    await updateExport(tx, row.id, {
      position: JSON.stringify({ ...at, part: at.part + 1 }),
      bytes: now.bytes + bytes,
      failed: now.failed + failures.length,
    })
  })
}
