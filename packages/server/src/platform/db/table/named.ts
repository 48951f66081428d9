import { type RawBuilder, sql } from 'kysely'
import type { NamedKind } from '../tables/people.ts'
import { type Filter, inScope } from './listed.ts'

/** No text goes on with a sign behind this one. */
const LAST_SIGN = '\u{10FFFF}'
const beginning = (begin: string) => sql`w.word >= ${begin} and w.word < ${begin + LAST_SIGN}`

/** Whether what has an id has a word that begins so in its name. */
export const beginsIn = (kind: NamedKind, id: RawBuilder<unknown>, begin: string) => sql<boolean>`exists (
  select 1 from name_word w where w.kind = ${kind} and w.id = ${id} and ${beginning(begin)})`

/** What has a word beginning so for each of those typed. */
export function named(kind: NamedKind, typed: readonly string[]): Filter {
  const [rarest] = typed.toSorted((a, b) => b.length - a.length)
  if (rarest === undefined) return NONE
  const each = typed.map((begin) => beginsIn(kind, sql`t.id`, begin))
  return {
    where: sql`${sql.join(each, sql` and `)}`,
    loose: typed.length > 1,
    found: (scope) => sql`
      select w.id from name_word w
      where ${inScope('w.organization_id', scope)} and w.kind = ${kind} and ${beginning(rarest)}`,
  }
}

const NONE: Filter = { where: sql`1 = 0`, found: () => sql`select 0 as id where 1 = 0` }
