import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { type Insertable, type Selectable, sql } from 'kysely'
import { noSuch } from '../errors.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { allowLong, forUpdate } from '../platform/db/locking.ts'
import { announce } from '../platform/db/news.ts'
import type { Window } from '../platform/db/page.ts'
import { preparedChange, preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'
import { rowOfRoot, takePlaceAt } from '../platform/db/wanted-rows.ts'
import { addCounts } from './organizations.ts'
import { noteGrown } from './uncharged-growth.ts'
import { deleteWords, setWords, wordsIn } from './words.ts'

export type RootRow = Selectable<Schema['root']>

const selectRoot = preparedFirst<{ id: RootId }, RootRow>((db, $) =>
  db.selectFrom('root').selectAll().where('id', '=', $('id')).compile(),
)
export const findRoot = (db: Db, id: RootId): Promise<RootRow | undefined> => selectRoot(db, { id })

const raiseSeq = preparedFirst<{ rootId: RootId }, { seq: number }>((db, $) =>
  db.updateTable('root').set({ seq: sql`seq + 1` }).where('id', '=', $('rootId')).returning('seq').compile(),
)
/** Takes the root's next change number. Holds the root's row, so that changes of one root come one by one. */
export async function takeSeq(tx: Tx, rootId: RootId): Promise<number> {
  takePlaceAt(tx, rowOfRoot(rootId))
  announce(tx, `r${rootId}`)
  return (await raiseSeq(tx, { rootId }))?.seq ?? noSuch(`root ${rootId}`)
}

/** Holds roots as `takeSeq` does, for changes of more than one: always in the same order, so that nobody waits for ever. */
export async function holdRoots(tx: Tx, ids: readonly RootId[]): Promise<void> {
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    takePlaceAt(tx, rowOfRoot(id))
    await forUpdate(tx.selectFrom('root').select('id').where('id', '=', id), tx).execute()
  }
}

/** Undoes takeSeq for a change that turned out to be none: the log has no gaps. */
export async function returnSeq(tx: Tx, rootId: RootId): Promise<void> {
  await tx.updateTable('root').set({ seq: sql`seq - 1` }).where('id', '=', rootId).execute()
}

/** Takes several numbers at once and gives the first of them. */
export async function takeSeqs(tx: Tx, rootId: RootId, count: number): Promise<number> {
  takePlaceAt(tx, rowOfRoot(rootId))
  announce(tx, `r${rootId}`)
  const { seq } = await tx
    .updateTable('root')
    .set({ seq: sql`seq + ${count}` })
    .where('id', '=', rootId)
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq - count + 1
}

/** Holds a root's row as `takeSeq` does, for who does not know yet how many changes there will be. */
export async function holdRoot(tx: Tx, rootId: RootId): Promise<RootRow> {
  takePlaceAt(tx, rowOfRoot(rootId))
  const row = await forUpdate(
    tx.selectFrom('root').selectAll().where('id', '=', rootId),
    tx,
  ).executeTakeFirst()
  return row ?? noSuch(`root ${rootId}`)
}

export const listRootsOfPerson = (db: Db, personId: RootRow['person_id']): Promise<RootRow[]> =>
  db
    .selectFrom('root')
    .selectAll()
    .where('person_id', '=', personId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export async function insertRoot(tx: Tx, root: Insertable<Schema['root']>): Promise<RootRow> {
  await addCounts(tx, root.organization_id, { roots: 1, shares: root.root_type === 'share' ? 1 : 0 })
  const inserted = await tx.insertInto('root').values(root).returningAll().executeTakeFirstOrThrow()
  if (inserted.root_type === 'share') await shareFindable(tx, inserted)
  return inserted
}

/** Team shares are found by the words of their names, as long as they are some. */
export const shareFindable = (
  tx: Tx,
  { id, organization_id, root_type, name, deleted_at }: RootRow,
): Promise<void> =>
  root_type === 'share' && deleted_at === null
    ? setWords(tx, { kind: 'share', organization_id, id }, wordsIn(name))
    : deleteWords(tx, 'share', [id])

export const listRootsOf = (
  db: Db,
  organizations: readonly OrganizationId[],
  skip: number,
): Promise<RootRow[]> =>
  db
    .selectFrom('root')
    .selectAll()
    .where('organization_id', 'in', organizations)
    .where('deleted_at', 'is', null)
    .orderBy('organization_id')
    .orderBy('id')
    .limit(OFFSET_PAGE)
    .offset(skip)
    .execute()

export const listSharesOf = (
  db: Db,
  organization: OrganizationId,
  { order, skip, limit }: Window,
): Promise<RootRow[]> =>
  db
    .selectFrom('root')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('root_type', '=', 'share')
    .where('deleted_at', 'is', null)
    .orderBy('id', order)
    .limit(limit)
    .offset(skip)
    .execute()

/** What a root counts of all that is in it. */
export const TALLIED = [
  'live_size',
  'stored_size',
  'pending_size',
  'live_files',
  'live_revisions',
  'live_revision_size',
  'deleted_files',
  'deleted_revisions',
  'deleted_revision_size',
] as const
export type RootTally = Record<(typeof TALLIED)[number], number>
export const NO_TALLY = Object.fromEntries(TALLIED.map((name) => [name, 0])) as RootTally

const raiseTally = preparedChange<RootTally & { rootId: RootId }>((db, $) =>
  db
    .updateTable('root')
    .set(Object.fromEntries(TALLIED.map((name) => [name, sql`${sql.ref(name)} + ${$(name)}`])))
    .where('id', '=', $('rootId'))
    .compile(),
)
/** Adjusts what a root counts of all that is in it, in one statement. Bytes are to be charged in the same transaction. */
export async function addSizes(tx: Tx, rootId: RootId, by: Partial<RootTally>): Promise<void> {
  noteGrown(tx, by)
  await raiseTally(tx, { ...NO_TALLY, ...by, rootId })
}

export interface FileSums {
  size: number
  files: number
  revisions: number
  revision_size: number
}
const sumFiles = preparedFirst<{ rootId: RootId; id: EntryId }, FileSums>((db, $) =>
  sql<FileSums>`
    with recursive below (id, root_id, kind, size) as (
      select id, root_id, kind, size from entry where root_id = ${$('rootId')} and id = ${$('id')}
      union all
      select e.id, e.root_id, e.kind, e.size from below
      join entry e on e.parent_id = below.id and e.root_id = below.root_id
      where below.kind = 'folder' and e.deleted_at is null
    ), sums (size, files) as (
      select cast(coalesce(sum(size), 0) as bigint), count(*) from below where kind = 'file'
    ), histories (revisions, revision_size) as (
      select count(*), cast(coalesce(sum(v.full_size + v.delta_size), 0) as bigint)
      from below cross join revision v
      where v.root_id = below.root_id and v.entry_id = below.id and below.kind = 'file'
    )
    select size, files, revisions, revision_size from sums cross join histories`.compile(db),
)
/** What a file, or the live files below a folder, add to the counters of their root. */
export async function sumLiveFiles(tx: Tx, { root_id: rootId, id, kind }: SummedEntry): Promise<FileSums> {
  if (kind === 'folder') await allowLong(tx)
  return (await sumFiles(tx, { rootId, id })) as FileSums
}
type SummedEntry = Pick<Selectable<Schema['entry']>, 'root_id' | 'id' | 'kind'>
