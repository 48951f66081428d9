import type { Tx } from '../database.ts'
import { gramIndexOf } from '../gram-index/index-of.ts'
import { postgresIndex, rebuild } from '../gram-index/postgres.ts'

/** PostgreSQL's tokens name a range of ids, and the ranges grew: a rare word in five million names is in 20 of them. */
export async function up(tx: Tx): Promise<void> {
  if (gramIndexOf(tx) === postgresIndex) await rebuild(tx)
}
