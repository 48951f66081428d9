import type { GroupId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../../src/platform/db/database.ts'
import type { Schema } from '../../src/platform/db/schema.ts'
import { emailKey, nameKeyOf } from '../../src/records/people.ts'
import { wordsIn } from '../../src/records/words.ts'

/** An account that nobody signs in to. */
export interface Hired {
  organizationId: OrganizationId
  first: string
  last: string
  email: string
  guest?: boolean
  more?: Partial<
    Pick<
      Selectable<Schema['person']>,
      'active' | 'seen_at' | 'shown_space' | 'locked_until' | 'two_step_mode' | 'site_admin' | 'creator_id'
    >
  >
}

const AT_ONCE = 500

/** Adds many accounts by few statements, as they would have come by the front door. */
export async function hire(db: Database, people: readonly Hired[]): Promise<PersonId[]> {
  const ids: PersonId[] = []
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE)
    ids.push(...(await db.write((tx) => insertSome(tx, some))))
  }
  return ids
}

async function insertSome(tx: Tx, people: readonly Hired[]): Promise<PersonId[]> {
  const rows = await tx
    .insertInto('person')
    .values(
      people.map(({ organizationId, first, last, email, guest = false, more }) => ({
        organization_id: organizationId,
        guest: guest ? 1 : 0,
        email,
        email_key: emailKey(email),
        first_name: first,
        last_name: last,
        name_key: nameKeyOf(first, last),
        last_name_key: nameKeyOf(last, first),
        site_admin: 0,
        system_admin: 0,
        locale: 'en_US',
        timezone: 'UTC',
        active: 1,
        created_at: 0,
        seen_at: 0,
        shown_space: 0,
        locked_until: null,
        two_step_mode: null,
        creator_id: null,
        ...more,
      })),
    )
    .returning(['id', 'organization_id', 'first_name', 'last_name', 'email', 'guest', 'site_admin'])
    .execute()
  const words = rows.flatMap(({ id, organization_id, first_name, last_name, email }) =>
    wordsIn(first_name, last_name, email).map((word) => ({
      kind: 'person' as const,
      organization_id,
      word,
      id,
    })),
  )
  for (let from = 0; from < words.length; from += AT_ONCE)
    await tx
      .insertInto('name_word')
      .values(words.slice(from, from + AT_ONCE))
      .execute()
  for (const [id, own] of Map.groupBy(rows, (row) => row.organization_id))
    await tx
      .updateTable('organization')
      .set({
        persons_count: sql`persons_count + ${own.filter(({ guest }) => !guest).length}`,
        guests_count: sql`guests_count + ${own.filter(({ guest }) => guest).length}`,
        admins_count: sql`admins_count + ${own.filter(({ site_admin }) => site_admin).length}`,
      })
      .where('id', '=', id)
      .execute()
  return rows.map(({ id }) => id)
}

/** Puts people into a group, which counts them. */
export async function join(db: Database, group_id: GroupId, ids: readonly PersonId[]): Promise<void> {
  await db.write(async (tx) => {
    await tx
      .insertInto('group_person')
      .values(ids.map((person_id) => ({ group_id, person_id })))
      .execute()
    await sql`update person_group set members_count = members_count + ${ids.length} where id = ${group_id}`.execute(
      tx,
    )
  })
}
