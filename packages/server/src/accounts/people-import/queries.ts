import type { GroupId, OrganizationId } from '@holdfast/api/ids'
import { batches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { nameKey } from '../../records/names.ts'
import { type AddressHolder, emailKey, HOLDING, type PersonRow } from '../../records/people.ts'

type ListedHolder = AddressHolder & Pick<PersonRow, 'id' | 'email_key'>

/** The accounts that have one of these addresses, which are compared without case. */
export async function listHolders(db: Db, emails: readonly string[]): Promise<ListedHolder[]> {
  const holders: ListedHolder[] = []
  for (const keys of batches([...new Set(emails.map(emailKey))]))
    holders.push(
      ...(await db
        .selectFrom('person')
        .select(['id', 'email_key', ...HOLDING])
        .where('email_key', 'in', keys)
        .execute()),
    )
  return holders
}

/** The live groups of an organization that have one of these names, by the key of the name. */
export async function listGroupsNamed(
  db: Db,
  organizationId: OrganizationId,
  names: readonly string[],
): Promise<Map<string, GroupId>> {
  const found = new Map<string, GroupId>()
  for (const keys of batches([...new Set(names.map(nameKey))]))
    for (const { name_key, id } of await db
      .selectFrom('person_group')
      .select(['name_key', 'id'])
      .where('organization_id', '=', organizationId)
      .where('name_key', 'in', keys)
      .where('deleted_at', 'is', null)
      .execute())
      found.set(name_key, id)
  return found
}

/** Which of these ids are live groups of an organization. */
export async function listLiveGroups(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly GroupId[],
): Promise<Set<GroupId>> {
  const found = new Set<GroupId>()
  for (const batch of batches([...new Set(ids)]))
    for (const { id } of await db
      .selectFrom('person_group')
      .select('id')
      .where('id', 'in', batch)
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .execute())
      found.add(id)
  return found
}
