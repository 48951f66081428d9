import { type RawBuilder, sql } from 'kysely'
import { batches } from '../../src/platform/db/batches.ts'
import type { Database, Tx } from '../../src/platform/db/database.ts'
import { takeIds } from '../../src/platform/db/locking.ts'
import { sealedHash } from '../../src/records/link-hashes.ts'
import { type Cast, type Ids, MARK } from './cast.ts'

type Value = string | number | null
type Row = Record<string, Value | Buffer>
/** What new rows have that the one which they are made of has not. */
type Other = Record<string, Value | undefined | RawBuilder<unknown>>

const LONG_AGO = 1
const MUCH_LATER = 4_000_000_000_000
/** Counts the new rows. */
const N = sql.raw('numbers.n')
const NAMED = sql`${sql.lit(`${MARK}-`)} || ${N}`
const ADDRESS = sql`${NAMED} || '@example.test'`
const ITS_ID = sql.ref('made.id')

/**
 * Makes much of everything around the files of the person that the cast is about, a round number each: people, groups and
 * members, links with who may come through them, devices with what they do, and what is on record about all that. Rows as those
 * that are there. Gives what makes members again of whom requests have removed.
 */
export async function fillAround(db: Database, cast: Cast, count: number): Promise<() => Promise<void>> {
  const { own } = cast.targets
  return db.write(async (tx) => {
    const many = (table: string, id: unknown, other: Other) => multiply(tx, table, id, count, other)

    const people = await many('person', own.person_id, { email: ADDRESS, email_key: ADDRESS })
    const groups = await many('person_group', own.group_id, { name_key: NAMED })
    const one = await multiply(tx, 'person_group', own.group_id, 1, { name_key: 'in all of them' })
    await takePart(tx, own, { people, groups, one })

    const links = await multiplySealed(tx, 'share_link', own.sharelink_id, count, () => ({}))
    await multiplySealed(tx, 'share_subscriber', own.subscriber_id, count, (n) => ({
      email: `${MARK}-${n}@example.test`,
      email_key: `${MARK}-${n}@example.test`,
    }))
    const notice = { person_id: own.person_id, kind: 'link_downloaded', count: 1 }
    await forEach(tx, 'notice', links, { ...notice, link_id: ITS_ID, first_at: LONG_AGO, due_at: MUCH_LATER })

    await many('machine', own.machine_id, { guid: NAMED, name_key: NAMED })
    await many('machine_mapping', own.mapping_id, { path: NAMED, deleted_at: LONG_AGO })
    await many('machine_job', own.job_id, { state: 'done', finished_at: LONG_AGO })
    const run = { seq: 0, files: 0, bytes: 0, problem_count: 0, problems: '[]' }
    const ran = { ...run, started_at: ITS_ID, finished_at: ITS_ID }
    await forEach(tx, 'backup_run', links, { ...ran, root_id: own.backup_root_id })
    // Other backups have run too.
    await forEach(
      tx,
      'backup_run',
      { table: 'root', above: Number(own.backup_root_id) },
      { ...ran, root_id: ITS_ID },
    )
    await many('brake', own.brake_id, { state: 'right', decided_at: LONG_AGO })
    await many('activity', own.activity_id, {})
    return () => db.write((later) => takePart(later, own, { people, groups, one }))
  })
}

/** Each takes part in the team share, and is a member of the group; each group has another one in it. */
async function takePart(
  tx: Tx,
  own: Ids,
  { people, groups, one }: Record<'people' | 'groups' | 'one', Made>,
): Promise<void> {
  await forEach(tx, 'group_person', people, { group_id: own.group_id, person_id: ITS_ID })
  await forEach(tx, 'group_group', groups, { group_id: own.group_id, member_group_id: ITS_ID })
  await forEach(tx, 'group_group', groups, { group_id: ITS_ID, member_group_id: one.above + 1 })
  const role = { root_id: own.share_root_id, target: 'all', role: 'EDITOR', created_at: LONG_AGO }
  await forEach(tx, 'share_person', people, { ...role, person_id: ITS_ID })
  await forEach(tx, 'share_group', groups, { ...role, group_id: ITS_ID })
}

/** Rows of a table above an id. */
interface Made {
  table: string
  above: number
}

const listed = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
const termOf = (value: Other[string]) =>
  value !== null && typeof value === 'object' ? value : sql`${sql.lit(value ?? null)}`

async function multiply(tx: Tx, table: string, like: unknown, count: number, other: Other): Promise<Made> {
  const { columns, made } = await likeOf(tx, table, like)
  const values = columns.map((column) => {
    const value = other[column]
    return value === undefined ? sql.ref(`one.${column}`) : termOf(value)
  })
  await sql`
    insert into ${sql.table(table)} (${listed(columns)})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select ${sql.join(values)} from numbers cross join ${sql.table(table)} as one
    where one.id = ${like}`.execute(tx)
  return made
}

/** Of those that are found by something secret, which is sealed for each row. */
async function multiplySealed(
  tx: Tx,
  table: 'share_link' | 'share_subscriber',
  like: unknown,
  count: number,
  other: (n: number) => Row,
): Promise<Made> {
  const { row, made } = await likeOf(tx, table, like)
  const ids = await takeIds(tx, table, count)
  const rows = ids.map((id, n) => ({ ...row, id, ...sealedHash(tx, table, id, `filled-${n}`), ...other(n) }))
  for (const batch of batches(rows))
    await tx
      .insertInto(table)
      .values(batch as never)
      .execute()
  return made
}

/** A row without its id, its columns, and which will be new. */
async function likeOf(tx: Tx, table: string, id: unknown) {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = ${id}`.execute(tx)
  const [{ id: _, ...row } = {}] = rows
  const columns = Object.keys(row)
  if (columns.length === 0) throw new Error(`There is no row of ${table} to make more of`)
  const { rows: newest } = await sql<{ id: number }>`select max(id) as id from ${sql.table(table)}`.execute(
    tx,
  )
  return { row, columns, made: { table, above: Number(newest[0]?.id) } }
}

/** A row about each of some that were made, unless there is one. */
async function forEach(tx: Tx, table: string, { table: of, above }: Made, row: Other): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (${listed(Object.keys(row))})
    select ${sql.join(Object.values(row).map(termOf))} from ${sql.table(of)} as made where made.id > ${above}
    on conflict do nothing`.execute(tx)
}
