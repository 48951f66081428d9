import type { EntryId, MachineId, MachineRootId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import { MOST_DAMAGED, MOST_DEVICES } from '@holdfast/api/oversight/safety'
import type { Instant } from '@holdfast/api/time'
import type { Db } from '../../platform/db/database.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'

/** The oldest version of a file that is there still. */
export const findOldestRevision = (
  db: Db,
  rootId: RootId,
  fileId: EntryId,
): Promise<{ created_at: Instant; replaced_at: Instant | null } | undefined> =>
  db
    .selectFrom('revision')
    .select(['created_at', 'replaced_at'])
    .where('root_id', '=', rootId)
    .where('entry_id', '=', fileId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** When anything in a root changed last. */
export async function findLastChange(db: Db, rootId: RootId): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('change')
    .select('at')
    .where('root_id', '=', rootId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

export interface CopyRow {
  id: MachineRootId
  machine_id: MachineId
  state: string | null
  held: string | null
  reported_at: Instant | null
  nickname: string | null
  dns_name: string | null
  guid: string
  last_disconnect_at: Instant | null
}

/** The devices of someone that a root belongs to. */
export const listCopies = (db: Db, personId: PersonId, rootId: RootId): Promise<CopyRow[]> =>
  db
    .selectFrom('machine as m')
    .innerJoin('machine_root as r', 'r.machine_id', 'm.id')
    .select(['r.id', 'r.machine_id', 'r.state', 'r.held', 'r.reported_at'])
    .select(['m.nickname', 'm.dns_name', 'm.guid', 'm.last_disconnect_at'])
    .where('m.person_id', '=', personId)
    .where('m.deleted_at', 'is', null)
    .where('m.signed_out_at', 'is', null)
    .where('r.root_id', '=', rootId)
    .where('r.leaving', 'is', null)
    .orderBy('m.id')
    .limit(MOST_DEVICES)
    .execute()

/** Some chunks of a root that are known to be damaged: mostly there are none. */
export async function listDamaged(db: Db, rootId: RootId): Promise<ChunkId[]> {
  const rows = await db
    .selectFrom('chunk')
    .select('id')
    .where('root_id', '=', rootId)
    .where('damaged_at', 'is not', null)
    .orderBy('id')
    .limit(MOST_DAMAGED)
    .execute()
  return rows.map(({ id }) => id)
}

export interface DamagedUse {
  entry_id: EntryId
  revision_id: RevisionId
  position: number
  size: number
  created_at: Instant
  replaced_at: Instant | null
}

/** Where some chunks are used, in one file or in any, newest version first. */
export const listDamagedUses = (
  db: Db,
  rootId: RootId,
  chunks: readonly ChunkId[],
  { fileId, limit }: { fileId: EntryId | undefined; limit: number },
): Promise<DamagedUse[]> => {
  let query = db
    .selectFrom('revision_chunk as u')
    .innerJoin('revision as v', (on) =>
      on.onRef('v.root_id', '=', 'u.root_id').onRef('v.id', '=', 'u.revision_id'),
    )
    .select(['v.entry_id', 'u.revision_id', 'u.position', 'u.size', 'v.created_at', 'v.replaced_at'])
    .where('u.root_id', '=', rootId)
    .where('u.chunk_id', 'in', chunks)
  if (fileId !== undefined) query = query.where('v.entry_id', '=', fileId)
  return query.orderBy('u.revision_id', 'desc').orderBy('u.position').limit(limit).execute()
}
