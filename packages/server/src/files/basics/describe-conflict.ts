import type { NameConflict } from '@holdfast/api/errors'
import { formatUtc } from '@holdfast/api/time'
import { authorizeContainer } from '../../access/authorize.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { type EntryRow, findByName } from '../../records/entries.ts'
import type { NamedPlace } from '../../records/name-taken.ts'

/** What has a name that someone wanted, if that is for them to see. */
export async function describeConflict(
  db: Db,
  who: Principal,
  place: NamedPlace,
): Promise<NameConflict | undefined> {
  const path = { rootId: place.rootId, folderId: place.parentId }
  const { permissions } = await authorizeContainer(db, who, path, 'FOLDER_VIEW')
  const taken = await findByName(db, place)
  const isSeen = taken?.kind === 'folder' || permissions.has('FILE_VIEW')
  return taken && isSeen ? conflictView(taken) : undefined
}

export const conflictView = ({ kind, id, ver, size, modified_at }: EntryRow): NameConflict => ({
  type: kind,
  id,
  ver,
  size,
  modified: formatUtc(modified_at),
})
