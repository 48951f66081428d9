import type { ActivityId, PersonId } from '@holdfast/api/ids'
import { fail, noSuch } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import { type ActivityRow, findActivity } from '../records/activity/queries.ts'
import { administers, authorizePerson } from './administration.ts'

/** A record, for whoever it is about or from, and for administrators on either side of it. */
export async function authorizeActivity(db: Db, who: PersonPrincipal, id: ActivityId): Promise<ActivityRow> {
  const activity = (await findActivity(db, id)) ?? noSuch(`activity ${id}`)
  if (who.personId === activity.actor_person_id || who.personId === activity.acted_on_person_id)
    return activity
  for (const side of [activity.acted_on_company_id, activity.actor_company_id])
    if (side !== null && (await administers(db, who, side))) return activity
  return fail('forbidden')
}

/** The records of an account, for the account itself and its administrators. */
export async function checkActivityOfPerson(db: Db, who: PersonPrincipal, id: PersonId): Promise<void> {
  if (who.personId !== id) await authorizePerson(db, who, id)
}

/** Whether someone follows all records of the own organization, and not only those that name it. */
export const seesAllActivity = (who: PersonPrincipal): boolean =>
  (who.siteAdmin || who.systemAdmin) && who.mustFirst === undefined
