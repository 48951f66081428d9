import { CONFIRMED_OP } from '@holdfast/api/files/sync'
import type { RootId } from '@holdfast/api/ids'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { refuse } from '../../errors.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Bulk } from './bulk.ts'
import { type Begun, findBegun, joinChanges, nameOperation } from './queries.ts'

/** So long after its beginning, an operation is over. */
const GOES_ON_MS = DAY_MS

/**
 * What the log calls an operation of several requests, at its first change. It says whose it is and what it does, so that nobody
 * gets into another by a name that is in use. Agents take a deletion for decided by its name: one in a browser always is.
 */
const nameIn = ({ who, action }: Bulk, operation: string): string =>
  `${who.machineId === null ? CONFIRMED_OP : ''}bulk ${who.personId} ${action} ${operation}`

/** The first change of an operation that earlier requests have begun, if they have changed something. */
export async function findOperation(
  db: Db,
  bulk: Bulk,
  rootId: RootId,
  at: Instant,
): Promise<Begun | undefined> {
  const { operation, who } = bulk
  if (operation === undefined) return undefined
  const begun = await findBegun(db, rootId, nameIn(bulk, operation))
  if (!begun) return undefined
  const isOwn = begun.person_id === who.personId && begun.machine_id === who.machineId
  if (!isOwn || at - begun.at > GOES_ON_MS) return refuse('operation', 'it is in use already; choose another')
  return begun
}

/** Makes all changes of a root since `after` part of the operation, or one of their own. The row of the root is held. */
export async function joinOperation(
  tx: Tx,
  bulk: Bulk,
  rootId: RootId,
  { after, last, at }: { after: number; last: number; at: Instant },
): Promise<void> {
  if (last === after) return
  const begun = await findOperation(tx, bulk, rootId, at)
  const first = begun?.seq ?? after + 1
  // A single change is an operation by itself, unless others can follow.
  if (last - after > 1 || bulk.operation !== undefined) await joinChanges(tx, rootId, { after, last, first })
  if (!begun && bulk.operation !== undefined)
    await nameOperation(tx, rootId, first, nameIn(bulk, bulk.operation))
}
