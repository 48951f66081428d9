import type { GroupId, GuestId, Id, MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { ActorType, TargetType } from '@holdfast/api/oversight/activity'
import { fail, missing, noSuch } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import { findGroupSummary, findMachineSummary } from '../records/activity/queries.ts'
import { type ActedOn, type ActorColumns, actorOf } from '../records/activity/record-activity.ts'
import { displayName } from '../records/people.ts'
import { findRoot } from '../records/roots.ts'
import {
  administers,
  authorizeAccount,
  authorizeGuest,
  authorizeOrganizationView,
  authorizePerson,
  checkAdministered,
} from './administration.ts'

/** What a caller names as the actor or target of a note. */
export interface ActivityParty<Type> {
  type: Type | undefined
  id: Id<string> | undefined
}

/** Everyone speaks for oneself; an administrator also for the accounts and devices of the organization. */
export async function authorizeActor(
  db: Db,
  who: PersonPrincipal,
  named: ActivityParty<ActorType>,
): Promise<ActorColumns> {
  const self = actorOf(who)
  switch (named.type ?? 'person') {
    case 'person': {
      if (named.id === undefined || named.id === (who.personId as number)) return self
      const person = await authorizePerson(db, who, named.id as number as PersonId)
      return { ...actorIn(person, 'person', displayName(person)), actor_person_id: person.id }
    }
    case 'guest': {
      const guest = await authorizeGuest(db, who, (named.id ?? missing('actor_id')) as GuestId)
      const actor_guest_id = guest.id as number as GuestId
      return { ...actorIn(guest, 'guest', displayName(guest)), actor_guest_id }
    }
    case 'machine': {
      const id = (named.id ?? who.machineId ?? missing('actor_id')) as MachineId
      const machine = (await findMachineSummary(db, id)) ?? noSuch(`machine ${id}`)
      // Of the own devices only the one that speaks: the others did nothing.
      if (id !== who.machineId) await checkAdministered(db, who, machine.organization_id, `machine ${id}`)
      const { person_id } = machine
      return {
        ...actorIn(machine, 'machine', machine.name),
        actor_machine_id: id,
        actor_person_id: person_id,
      }
    }
    case 'site':
      return fail('forbidden', 'Clients cannot record activity of the service (actor_type).')
  }
}

const actorIn = (
  { organization_id }: { organization_id: OrganizationId },
  type: ActorType,
  name: string,
): ActorColumns => ({
  actor_type: type,
  actor_text: name,
  actor_company_id: organization_id,
  actor_person_id: null,
  actor_guest_id: null,
  actor_machine_id: null,
})

/** What is one's own or administered can be noted about. `not_found` for what is not there. */
export async function authorizeTarget(
  db: Db,
  who: PersonPrincipal,
  named: ActivityParty<TargetType>,
): Promise<ActedOn> {
  const id = named.id as number | undefined
  const type = named.type ?? (id === undefined ? 'person' : missing('acted_on_type'))
  switch (type) {
    case 'person':
      return { person: await authorizeAccount(db, who, (id ?? who.personId) as PersonId) }
    case 'guest':
      return { person: await authorizeGuest(db, who, (named.id ?? missing('acted_on_id')) as GuestId) }
    case 'organization': {
      const organizationId = (id ?? who.organizationId) as OrganizationId
      return { organization: await authorizeOrganizationView(db, who, organizationId) }
    }
    case 'group': {
      const groupId = (id ?? missing('acted_on_id')) as GroupId
      const group = (await findGroupSummary(db, groupId)) ?? noSuch(`group ${groupId}`)
      await checkAdministered(db, who, group.organization_id, `group ${groupId}`)
      return { group }
    }
    case 'machine': {
      const machineId = (id ?? missing('acted_on_id')) as MachineId
      const machine = (await findMachineSummary(db, machineId)) ?? noSuch(`machine ${machineId}`)
      if (machine.person_id !== who.personId)
        await checkAdministered(db, who, machine.organization_id, `machine ${machineId}`)
      return { machine }
    }
    case 'root': {
      const rootId = (id ?? missing('acted_on_id')) as RootId
      const root = (await findRoot(db, rootId)) ?? noSuch(`root ${rootId}`)
      const own = root.person_id === who.personId
      if (!own && !(await administers(db, who, root.organization_id))) fail('forbidden')
      if (root.deleted_at !== null) fail('root_deleted')
      return { root }
    }
    case 'site':
      if (!who.systemAdmin) fail('forbidden')
      return { site: { organization_id: who.organizationId } }
  }
}
