import type { MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Role } from '@holdfast/api/sharing/shares'
import { sql } from 'kysely'
import { batches } from '../platform/db/batches.ts'
import type { Db } from '../platform/db/database.ts'
import { readsAll } from '../platform/db/statements.ts'
import type { PersonRow } from './people.ts'

export interface BroughtByGroup {
  person_id: PersonId
  target: string
  role: Role
}
/** The persons in the groups of a share and in the groups in those, once for each target and role. */
export async function listFromGroups(db: Db, rootId: RootId): Promise<BroughtByGroup[]> {
  const { rows } = await sql<BroughtByGroup>`
    with ${readsAll('everyone who takes part in a share is wanted')} recursive inside (group_id, target, role) as (
      select group_id, target, role from share_group where root_id = ${rootId}
      union
      select m.member_group_id, inside.target, inside.role
      from inside cross join group_group m where m.group_id = inside.group_id
    )
    select distinct m.person_id, inside.target, inside.role
    from inside cross join group_person m where m.group_id = inside.group_id order by 1, 2, 3`.execute(db)
  return rows
}

/** Those who have one of these roles in a share, by whatever way, by name; accounts that are in use. */
export async function listMembersWithRoles(
  db: Db,
  rootId: RootId,
  roles: readonly Role[],
  limit: number,
): Promise<Pick<PersonRow, 'id' | 'first_name' | 'last_name' | 'email'>[]> {
  const these = sql.join(roles)
  const { rows } = await sql<Pick<PersonRow, 'id' | 'first_name' | 'last_name' | 'email'>>`
    with recursive inside (group_id) as (
      select group_id from share_group where root_id = ${rootId} and role in (${these})
      union
      select m.member_group_id from inside cross join group_group m where m.group_id = inside.group_id
    ),
    members (person_id) as (
      select person_id from share_person where root_id = ${rootId} and role in (${these})
      union
      select person_id from share_external
      where root_id = ${rootId} and role in (${these}) and status = 'accepted'
      union
      select m.person_id from inside cross join group_person m where m.group_id = inside.group_id
    )
    select p.id, p.first_name, p.last_name, p.email from members cross join person p
    where p.id = members.person_id and p.active = 1 and p.deleted_at is null
    order by p.name_key, p.id limit ${limit}`.execute(db)
  return rows
}

/** Of these machines, those that are in use by someone of the organization, with whose they are. */
export async function listMachineOwners(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly MachineId[],
): Promise<Map<MachineId, PersonId>> {
  const owners = new Map<MachineId, PersonId>()
  for (const batch of batches(ids))
    for (const { id, person_id } of await db
      .selectFrom('machine')
      .select(['id', 'person_id'])
      .where('id', 'in', batch)
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .execute())
      owners.set(id, person_id)
  return owners
}
