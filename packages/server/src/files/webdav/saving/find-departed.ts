import { nameKey } from '@holdfast/api/files/names'
import { RETAKE_MS } from '@holdfast/api/files/sync'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import type { RootRow } from '../../../records/roots.ts'
import { type Departed, findJustDeleted, findJustMoved } from './queries.ts'

/** The file that this sign-in took away from a name within the minute before a request began, to make room for another. */
export async function findDeparted(
  tx: Tx,
  { sessionId }: PersonPrincipal,
  { root, folderId, name }: { root: RootRow; folderId: ParentId; name: string },
  began: Instant,
): Promise<Departed | undefined> {
  const place = { rootId: root.id, folderId, nameKey: nameKey(name) }
  const asked = { ...place, sessionId, since: began - RETAKE_MS }
  return (await findJustDeleted(tx, asked)) ?? findJustMoved(tx, asked)
}
