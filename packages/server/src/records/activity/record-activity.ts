import type { GroupId, GuestId, MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { Slot } from '../../platform/db/slots.ts'
import type { Flag } from '../../platform/db/tables/columns.ts'
import { type Actor, THE_SERVICE } from '../../platform/principal.ts'
import { insertActivity, type NewActivity } from './queries.ts'
import { ACTIVITY_TYPES, type ActivityKind } from './types.ts'

export type ActorColumns = Pick<NewActivity, Extract<keyof NewActivity, `actor_${string}`>>
type Target = Pick<NewActivity, Extract<keyof NewActivity, `acted_on_${string}`>>

interface Owned {
  organization_id: OrganizationId
}

/** What was acted on, and a word on what about it, such as a path, a name or a percentage. */
export type ActedOn = { about?: string } & (
  | { root: Owned & { id: RootId; name: string }; path?: string }
  | { person: Owned & { id: PersonId; email: string; guest?: Flag } }
  | { group: Owned & { id: GroupId; name: string } }
  | { machine: Owned & { id: MachineId; name: string } }
  | { organization: { id: OrganizationId; name: string } }
  /** The installation as a whole, on record with the organization of the actor. */
  | { site: Owned }
)

/** Writes records in the transaction that gathered them. */
type WriteRecords = (tx: Tx, gathered: readonly NewActivity[]) => Promise<void>

interface Gathering {
  /** Undefined: each is written at once. */
  write: WriteRecords | undefined
  gathered: NewActivity[]
}
const RECORDS = new Slot<Gathering>({
  begin: (around) => ({ write: around?.write, gathered: [] }),
  join: (around, { gathered }) => around.gathered.push(...gathered),
  settling: { when: 'records', settle: async (tx, { write, gathered }) => write?.(tx, gathered) },
})

/** From now on, the records of this transaction and of attempts in it are written when it ends, all by one call of `write`. */
export function gatherActivities(tx: Tx, write: WriteRecords): void {
  RECORDS.of(tx).write = write
}

/** Writes the record of a change in the transaction that makes it. */
export async function recordActivity(
  tx: Tx,
  who: Actor,
  kind: ActivityKind,
  on: ActedOn,
  at: Instant,
): Promise<void> {
  const activity = activityOf(who, kind, on, at)
  const { write, gathered } = RECORDS.of(tx)
  if (write) gathered.push(activity)
  else await insertActivity(tx, activity)
}

export const activityOf = (who: Actor, kind: ActivityKind, on: ActedOn, at: Instant): NewActivity => ({
  activity_type_id: ACTIVITY_TYPES[kind].id,
  ...actorOf(who),
  ...targetOf(on),
  ...dataOf(on),
  created_at: at,
})

function dataOf(on: ActedOn): Pick<NewActivity, 'data_text' | 'data_vars'> {
  const path = 'path' in on ? on.path : undefined
  const vars = { ...(path !== undefined && { path }), ...(on.about !== undefined && { about: on.about }) }
  return { data_text: path ?? on.about ?? '', data_vars: JSON.stringify(vars) }
}

export function actorOf(who: Actor): ActorColumns {
  const actor = {
    actor_company_id: null,
    actor_person_id: null,
    actor_guest_id: null,
    actor_machine_id: null,
  }
  if (who === THE_SERVICE) return { ...actor, actor_type: 'site', actor_text: 'Holdfast' }
  if (who.kind === 'visitor')
    return who.account ? actorOf(who.account) : { ...actor, actor_type: 'site', actor_text: 'A visitor' }
  const known = { ...actor, actor_type: who.kind, actor_text: who.name, actor_company_id: who.organizationId }
  if (who.kind === 'guest') return { ...known, actor_guest_id: who.guestId }
  return { ...known, actor_person_id: who.personId, actor_machine_id: who.machineId }
}

export function targetOf(on: ActedOn): Target {
  const target = {
    acted_on_machine_id: null,
    acted_on_person_id: null,
    acted_on_guest_id: null,
    acted_on_root_id: null,
    acted_on_group_id: null,
  }
  if ('root' in on)
    return {
      ...target,
      acted_on_type: 'root',
      acted_on_text: on.root.name,
      acted_on_company_id: on.root.organization_id,
      acted_on_root_id: on.root.id,
    }
  if ('person' in on) {
    const { id, email, organization_id, guest } = on.person
    return {
      ...target,
      acted_on_type: guest ? 'guest' : 'person',
      acted_on_text: email,
      acted_on_company_id: organization_id,
      // A guest is known to the outside by a number of its own kind.
      ...(guest ? { acted_on_guest_id: id as number as GuestId } : { acted_on_person_id: id }),
    }
  }
  if ('group' in on)
    return {
      ...target,
      acted_on_type: 'group',
      acted_on_text: on.group.name,
      acted_on_company_id: on.group.organization_id,
      acted_on_group_id: on.group.id,
    }
  if ('machine' in on)
    return {
      ...target,
      acted_on_type: 'machine',
      acted_on_text: on.machine.name,
      acted_on_company_id: on.machine.organization_id,
      acted_on_machine_id: on.machine.id,
    }
  if ('site' in on)
    return {
      ...target,
      acted_on_type: 'site',
      acted_on_text: 'Holdfast',
      acted_on_company_id: on.site.organization_id,
    }
  return {
    ...target,
    acted_on_type: 'organization',
    acted_on_text: on.organization.name,
    acted_on_company_id: on.organization.id,
  }
}
