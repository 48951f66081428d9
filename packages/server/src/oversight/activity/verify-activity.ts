import type { OrganizationId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import { findNextChain } from '../../records/activity/queries.ts'
import { verifyChain } from './verify-chain.ts'

export interface Totals {
  organizations: number
  records: number
  problems: number
}

/** Verifies every chain, one after the other, and tells of each problem as it is found. */
export async function verifyActivity(
  db: Db,
  report: (id: OrganizationId, problem: string) => void,
): Promise<Totals> {
  const totals = { organizations: 0, records: 0, problems: 0 }
  for (let id = await findNextChain(db, 0); id !== undefined; id = await findNextChain(db, id)) {
    const of = id
    totals.organizations++
    totals.records += await verifyChain(db, of, (problem) => {
      totals.problems++
      report(of, problem)
    })
  }
  return totals
}
