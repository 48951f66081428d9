import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { isPostgres } from '../platform/db/locking.ts'
import type { ChangeOp } from '../platform/db/tables/history.ts'

/** Columns of the log that have an index, the one that finds fewest changes first. */
const INDEXED = ['entry_id', 'first_seq', 'op', 'machine_id', 'person_id'] as const

export type Chosen = Partial<
  Record<(typeof INDEXED)[number] | 'session_id', number | string | null | undefined>
>

/** As the index `change_op` has it, word for word. */
const SELDOM = sql`op not in ('create', 'update')`

/** The kind of changes that the index on kinds can be asked for. */
export const seldom = (op: ChangeOp | undefined): ChangeOp | undefined =>
  op === 'create' || op === 'update' ? undefined : op

/**
 * The changes in a range of the log that have certain values, by the narrowest index on one of them. It is asked for as it is
 * sorted, and in no other words: else SQLite takes the key of the log in its place, which it believes to be as short, and
 * reads the log from end to end, once for each row where there are several to look for. PostgreSQL needs it in plain words.
 */
export function choose(
  db: Db,
  table: string,
  { from, to }: { from: number | RawBuilder<unknown>; to: number },
  chosen: Chosen | { entry_id: RawBuilder<unknown> },
): { where: RawBuilder<boolean>; orderBy: (order: 'asc' | 'desc') => RawBuilder<unknown> } {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const inRange = sql`${column('seq')} >= ${from} and ${column('seq')} <= ${to}`
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined)
  const way = INDEXED.find((name) => given.some(([one]) => one === name))
  const conditions = given.map(([name, value]) => {
    // Hidden from SQLite, which would else weigh one index against another by chance.
    if (name !== way)
      return name === 'op' ? sql`${column(name)} = ${value}` : sql`${column(name)} + 0 = ${value}`
    const wanted = name === 'op' ? sql.lit(value) : value
    const isThere = name === 'op' ? SELDOM : sql`${column(name)} is not null`
    if (isPostgres(db)) return sql`${isThere} and ${column(name)} = ${wanted} and ${inRange}`
    const place = sql`(${column(name)}, ${column('seq')})`
    return sql`${isThere} and ${place} >= (${wanted}, ${from}) and ${place} <= (${wanted}, ${to})`
  })
  if (!way) conditions.push(inRange)
  return {
    where: sql`${sql.join(conditions, sql` and `)}`,
    orderBy: (order) =>
      way
        ? sql`${column(way)} ${sql.raw(order)}, ${column('seq')} ${sql.raw(order)}`
        : sql`${column('seq')} ${sql.raw(order)}`,
  }
}
