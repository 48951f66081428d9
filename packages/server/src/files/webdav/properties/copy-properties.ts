import type { Tx } from '../../../platform/db/database.ts'
import { listProperties, type PropertyPlace, putProperty, removeProperties } from './queries.ts'

/** Gives an item the properties of another, and no others. */
export async function copyProperties(tx: Tx, from: PropertyPlace, to: PropertyPlace): Promise<void> {
  await removeProperties(tx, to)
  for (const row of await listProperties(tx, from)) await putProperty(tx, to, row)
}
