import type { GroupId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { listKeepers } from '../../access/addresses.ts'
import { ApiError, fail, refuse } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Actor } from '../../platform/principal.ts'
import { nameKey } from '../../records/names.ts'
import { emailKey } from '../../records/people.ts'
import type { PersonToAdd } from '../people/add-person.ts'
import { listGroupsNamed, listHolders, listLiveGroups } from './queries.ts'
import type { ListedPerson, ListRow } from './read-list.ts'

/** What the rows of a list refer to, read once for all of them. The transaction of each row has the last word. */
export interface Existing {
  /** Addresses that an account keeps, or that got one from a row above; with whose they are, if a person's of the organization. */
  taken: Map<string, PersonId | null>
  groupsByName: ReadonlyMap<string, GroupId>
  groups: ReadonlySet<GroupId>
}

export async function readExisting(
  db: Db,
  who: Actor,
  organizationId: OrganizationId,
  rows: readonly ListRow[],
): Promise<Existing> {
  const persons = rows.flatMap(({ person }) => (person instanceof ApiError ? [] : [person]))
  const names = persons.flatMap(({ groupNames }) => groupNames)
  const ids = persons.flatMap(({ groupIds }) => groupIds)
  const holders = await listHolders(
    db,
    persons.map(({ email }) => email),
  )
  const keepers = await listKeepers(db, who, organizationId, holders)
  return {
    taken: new Map(
      keepers.map(({ email_key, id, guest, organization_id }) => [
        email_key,
        guest === 0 && organization_id === organizationId ? (id as PersonId) : null,
      ]),
    ),
    groupsByName: await listGroupsNamed(db, organizationId, names),
    groups: await listLiveGroups(db, organizationId, ids),
  }
}

/** The person with all its groups by id. Throws what adding it would throw. */
export function checkAgainstExisting({ groupNames, ...person }: ListedPerson, known: Existing): PersonToAdd {
  if (known.taken.has(emailKey(person.email)))
    fail('name_conflict', `The email address ${person.email} is already in use.`)
  const foreign = person.groupIds.find((id) => !known.groups.has(id))
  if (foreign !== undefined) refuse('group_ids', `there is no group ${foreign} in this organization`)
  const named = groupNames.map(
    (name) => known.groupsByName.get(nameKey(name)) ?? refuse('groups', `there is no group named ${name}`),
  )
  return { ...person, groupIds: [...new Set([...person.groupIds, ...named])] }
}
