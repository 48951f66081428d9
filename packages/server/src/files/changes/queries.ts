import type { ActivityId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { prepared, preparedFirst } from '../../platform/db/prepared.ts'
import type { ActivityRow } from '../../records/activity/queries.ts'
import type { ChangeRow } from '../../records/entries.ts'

/** A change with what its revision says, as long as there is one. */
export type LoggedChange = ChangeRow & { content: Buffer | null; modified_at: Instant | null }

interface Stretch {
  rootId: RootId
  after: number
  upTo: number
  limit: number
}
const selectChanges = prepared<Stretch, LoggedChange>((db, $) =>
  db
    .selectFrom('change as c')
    .leftJoin('revision as v', (on) =>
      on.onRef('v.root_id', '=', 'c.root_id').onRef('v.id', '=', 'c.revision_id'),
    )
    .selectAll('c')
    .select(['v.content', 'v.modified_at'])
    .where('c.root_id', '=', $('rootId'))
    .where('c.seq', '>', $('after'))
    .where('c.seq', '<=', $('upTo'))
    .orderBy('c.seq')
    .limit($('limit'))
    .compile(),
)
/** The changes of a root with numbers above `after` up to `upTo`, in order. */
export const listLog = (db: Db, stretch: Stretch): Promise<LoggedChange[]> => selectChanges(db, stretch)

/**
 * The records of one organization get their ids in the order of their numbers, as each is made while the end of the
 * chain is held. So an id is a position among them.
 */
const selectNewest = preparedFirst<{ organizationId: OrganizationId }, { id: ActivityId }>((db, $) =>
  db
    .selectFrom('activity')
    .select('id')
    .where('acted_on_company_id', '=', $('organizationId'))
    .orderBy('seq', 'desc')
    .limit(1)
    .compile(),
)
export const findNewestActivity = async (db: Db, organizationId: OrganizationId): Promise<ActivityId | 0> =>
  (await selectNewest(db, { organizationId }))?.id ?? 0

/** Of all organizations. */
export const findNewestRecord = async (db: Db): Promise<ActivityId | 0> => {
  const row = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

export type RecordKind = Pick<ActivityRow, 'id' | 'activity_type_id' | 'acted_on_type'>

/** The newest records of an organization, the last one first. */
export const listNewestOf = (db: Db, organizationId: OrganizationId, limit: number): Promise<RecordKind[]> =>
  db
    .selectFrom('activity')
    .select(['id', 'activity_type_id', 'acted_on_type'])
    .where('acted_on_company_id', '=', organizationId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

interface After<Whose> {
  whose: Whose
  organizationId: OrganizationId
  after: ActivityId | 0
  limit: number
}

const selectOfOrganization = prepared<After<null>, ActivityRow>((db, $) =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('acted_on_company_id', '=', $('organizationId'))
    .where('seq', '>', ({ selectFrom, fn }) =>
      selectFrom('activity')
        .select(fn.coalesce(fn.max('seq'), sql.lit(0)).as('seq'))
        .where('id', '=', $('after') as ActivityId),
    )
    .orderBy('seq')
    .limit($('limit'))
    .compile(),
)
/** What was put on record in an organization behind one of its records, in order. */
export const listOfOrganizationAfter = (
  db: Db,
  organizationId: OrganizationId,
  after: ActivityId | 0,
  limit: number,
): Promise<ActivityRow[]> => selectOfOrganization(db, { whose: null, organizationId, after, limit })

const selectOfPerson = (side: 'actor_person_id' | 'acted_on_person_id') =>
  prepared<After<PersonId>, ActivityRow>((db, $) =>
    db
      .selectFrom('activity')
      .selectAll()
      .where(side, '=', $('whose'))
      .where('id', '>', $('after') as ActivityId)
      .where('acted_on_company_id', '=', $('organizationId'))
      .orderBy('id')
      .limit($('limit'))
      .compile(),
  )
const selectActing = selectOfPerson('actor_person_id')
const selectActedOn = selectOfPerson('acted_on_person_id')
/** As above, of what one person of the organization did and what was done to the account. */
export async function listOfPersonAfter(
  db: Db,
  whose: PersonId,
  organizationId: OrganizationId,
  after: ActivityId | 0,
  limit: number,
): Promise<ActivityRow[]> {
  const params = { whose, organizationId, after, limit }
  const [acting, actedOn] = await Promise.all([selectActing(db, params), selectActedOn(db, params)])
  const others = actedOn.filter((row) => row.actor_person_id !== whose)
  return [...acting, ...others].sort((a, b) => a.id - b.id).slice(0, limit)
}
