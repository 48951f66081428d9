import { CompiledQuery } from 'kysely'
import type { Db, Tx } from '../../src/platform/db/database.ts'

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

/** PostgreSQL does so by itself a minute after much was written. */
export const refreshStatistics = (db: Db): Promise<unknown> =>
  db.executeQuery(CompiledQuery.raw('vacuum analyze'))

/** Of tables as small as those of tests it prefers to read all, however good an index is. */
const BY_INDEX = [
  'enable_seqscan',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_material',
  'enable_memoize',
]

/**
 * How many rows of tables PostgreSQL reads for a statement, those that it throws away too, and how many it gives: where it is
 * to go by indexes, as it does in large tables.
 */
export async function rowsRead(
  db: Tx,
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<{ read: number; given: number }> {
  for (const setting of BY_INDEX) await db.executeQuery(CompiledQuery.raw(`set local ${setting} = off`))
  const explained = CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained)
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  return plan ? { read: readBy(plan), given: plan['Actual Rows'] } : { read: 0, given: 0 }
}

function readBy(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + readBy(one), 0)
  const removed =
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0)
  // Bitmaps of an index are counted where their rows are fetched; what is computed is no row of a table.
  const isScan =
    /Scan$/.test(plan['Node Type']) &&
    !/^(Bitmap Index|CTE|Subquery|WorkTable|Values|Function)/.test(plan['Node Type'])
  const own = (isScan ? plan['Actual Rows'] : 0) + removed
  return below + own * plan['Actual Loops']
}
