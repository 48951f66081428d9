import type { GroupId, PersonId, RootId } from '@holdfast/api/ids'
import type { Role } from '@holdfast/api/sharing/shares'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/locking.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { readsAll } from '../../platform/db/statements.ts'
import type { ChangeOp } from '../../platform/db/tables/history.ts'

export type NewsRow = Selectable<Schema['share_news']>
export type ToldChange = Pick<
  Selectable<Schema['change']>,
  'op' | 'entry_id' | 'parent_id' | 'name' | 'person_id' | 'at'
>

/** The changes that members hear of: those of files and folders, not of locks, nor what is removed for ever. */
const TOLD: readonly ChangeOp[] = ['create', 'update', 'rename', 'move', 'delete', 'restore']

/**
 * Shares in which something happened that their members are to be notified of now: nothing more happened since `quietSince`,
 * or the first of it was before `longSince`. The words of the index stand in it as they are, else SQLite passes it over.
 */
export async function listSharesToTell(
  db: Db,
  { quietSince, longSince }: { quietSince: Instant; longSince: Instant },
  limit: number,
): Promise<RootId[]> {
  const { rows } = await sql<{ id: RootId }>`
    select r.id from root r left join share_news n on n.root_id = r.id
      left join change one on one.root_id = r.id and one.seq = coalesce(n.told_seq, 0) + 1
      left join change newest on newest.root_id = r.id and newest.seq = r.seq
    where r.root_type = 'share' and r.notify = 1 and r.deleted_at is null and r.seq > coalesce(n.told_seq, 0)
      and (n.telling_seq is not null or newest.at <= ${quietSince} or one.at <= ${longSince})
    order by r.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Settles up to where members are notified, also for the server that continues after this server was stopped. */
export async function beginTelling(tx: Tx, root: { id: RootId; seq: number }): Promise<NewsRow> {
  await tx
    .insertInto('share_news')
    .values({ root_id: root.id, told_seq: 0, telling_seq: root.seq })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .updateTable('share_news')
    .set({ telling_seq: sql`coalesce(telling_seq, ${root.seq})` })
    .where('root_id', '=', root.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Holds the news of a share if nobody has sent or delayed them in the meantime. */
export async function holdTelling(tx: Tx, { root_id, told_seq, telling_seq }: NewsRow): Promise<boolean> {
  const row = await forUpdate(
    tx
      .selectFrom('share_news')
      .select('root_id')
      .where('root_id', '=', root_id)
      .where('told_seq', '=', told_seq)
      .where('telling_seq', '=', telling_seq),
    tx,
  ).executeTakeFirst()
  return row !== undefined
}

export async function finishTelling(tx: Tx, { root_id, told_seq, telling_seq }: NewsRow): Promise<void> {
  await tx
    .updateTable('share_news')
    .set({ told_seq: sql`telling_seq`, telling_seq: null })
    .where('root_id', '=', root_id)
    .where('told_seq', '=', told_seq)
    .where('telling_seq', '=', telling_seq)
    .execute()
}

/** How many changes each made in a stretch of the log; null stands for all without an account. */
export async function countByAuthor(
  db: Db,
  rootId: RootId,
  { from, to }: { from: number; to: number },
): Promise<{ person_id: PersonId | null; count: number; first_at: Instant }[]> {
  const rows = await db
    .selectFrom('change')
    .select(({ fn }) => ['person_id', fn.countAll<number>().as('count'), fn.min('at').as('first_at')])
    .where('root_id', '=', rootId)
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .where('op', 'in', TOLD)
    .groupBy('person_id')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count), first_at: Number(row.first_at) }))
}

/** Where members of a share come from: persons, externals, and each of its groups or of those in them. */
export type Source = 'share_person' | 'share_external' | { group: GroupId }

export async function listSources(db: Db, rootId: RootId, roles: readonly Role[]): Promise<Source[]> {
  const { rows } = await sql<{ group_id: GroupId }>`
    with ${readsAll('all groups of a share are looked at for those with a role')} recursive inside (group_id) as (
      select group_id from share_group where root_id = ${rootId} and role in (${sql.join(roles)})
      union
      select m.member_group_id from inside cross join group_group m where m.group_id = inside.group_id
    )
    select group_id from inside order by group_id`.execute(db)
  return ['share_person', 'share_external', ...rows.map(({ group_id }) => ({ group: group_id }))]
}

/** Members from one source in one of the roles, by number, who have not muted the share. Some may be disabled. */
export async function listMembersOf(
  db: Db,
  rootId: RootId,
  source: Source,
  roles: readonly Role[],
  { after, limit }: { after: number; limit: number },
): Promise<PersonId[]> {
  const chosen =
    typeof source === 'object'
      ? sql`group_person s where s.group_id = ${source.group}`
      : sql`${sql.table(source)} s where s.root_id = ${rootId} and s.role in (${sql.join(roles)})
          ${source === 'share_external' ? sql`and s.status = 'accepted'` : sql``}`
  const { rows } = await sql<{ person_id: PersonId }>`
    select ${readsAll('all members of a share are looked at for those with a role')} distinct s.person_id
    from ${chosen} and s.person_id > ${after}
      and not exists (select 1 from notice_mute m where m.person_id = s.person_id and m.kind = 'share_changed'
        and (m.root_id is null or m.root_id = ${rootId}))
    order by s.person_id limit ${limit}`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

/** What someone is still to be notified of in a share grows; added twice it is the same. */
export async function addShareNotices(
  tx: Tx,
  notices: readonly Insertable<Schema['notice']>[],
): Promise<void> {
  await tx
    .insertInto('notice')
    .values(notices)
    .onConflict((conflict) =>
      conflict
        .columns(['root_id', 'person_id'])
        .doUpdateSet({ to_seq: sql`excluded.to_seq`, count: sql`notice.count + excluded.count` })
        .where(sql.ref('notice.to_seq'), '<', sql.ref('excluded.to_seq')),
    )
    .execute()
}

/** The first changes of a stretch of the log that others made, oldest first. */
export const listChangesByOthers = (
  db: Db,
  { rootId, personId, from, to }: { rootId: RootId; personId: PersonId; from: number; to: number },
  limit: number,
): Promise<ToldChange[]> =>
  db
    .selectFrom('change')
    .select(['op', 'entry_id', 'parent_id', 'name', 'person_id', 'at'])
    .where('root_id', '=', rootId)
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .where('op', 'in', TOLD)
    .where((either) => either.or([either('person_id', 'is', null), either('person_id', '<>', personId)]))
    .orderBy('seq')
    .limit(limit)
    .execute()
