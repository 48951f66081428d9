import type { BulkOutcome, BulkResult } from '@holdfast/api/accounts/account-bulk'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Table } from '../../platform/table/read-table.ts'
import { type BulkRow, type Chosen, rowsAmong, type Verdict } from './plan-bulk.ts'

interface Deed<Row> {
  verdictOn: (row: Row) => Verdict
  act: (row: Row) => Promise<unknown>
  /** What is told of how it was, so that it can be put back. */
  before?: (row: Row) => Promise<Partial<BulkOutcome<never>>>
}

/**
 * Does something with each of some rows, by the operation that does it with one: what is refused or fails is told by its row,
 * and keeps nothing back of the others. What a plan said is asked again, as others may have changed it since.
 */
export async function applyBulk<Row extends BulkRow>(
  ctx: Ctx,
  table: Table<Row>,
  chosen: Chosen & { ids: readonly Row['id'][] },
  { verdictOn, act, before }: Deed<Row>,
): Promise<BulkResult<Row['id']>> {
  const ids = [...new Set(chosen.ids)]
  const rows = new Map<number, Row>((await rowsAmong(ctx, table, chosen, ids)).map((row) => [row.id, row]))
  const results: BulkOutcome<Row['id']>[] = []
  for (const id of ids) {
    const row = rows.get(id)
    results.push({ id, name: row?.name ?? '', ...(await outcomeOf(row)) })
  }
  return { type: 'bulk_result', results }

  async function outcomeOf(row: Row | undefined): Promise<Omit<BulkOutcome<never>, 'id' | 'name'>> {
    if (!row) return { outcome: 'gone' }
    const verdict = verdictOn(row)
    if (verdict === 'same') return { outcome: 'same' }
    if (verdict !== 'change') return { outcome: 'refused', reason: verdict }
    try {
      const was = await before?.(row)
      await act(row)
      return { outcome: 'done', ...was }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The service is busy, and would be for the next one: whoever asked goes on later.
      if (error.code === 'temporarily_unavailable') throw error
      return { outcome: 'failed', error: error.code, error_description: error.description }
    }
  }
}
