import type { OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Principal } from '../access/principal.ts'
import type { Tx } from '../db/database.ts'
import { insertActivity, type NewActivity } from './queries.ts'
import { ACTIVITY_TYPES, type ActivityKind } from './types.ts'

type Actor = Pick<NewActivity, Extract<keyof NewActivity, `actor_${string}`>>
type Target = Pick<NewActivity, Extract<keyof NewActivity, `acted_on_${string}`>>

/** What was acted on: something in a root, a person, or an organization. */
export type ActedOn =
  | { root: { id: RootId; name: string; organization_id: OrganizationId }; path: string }
  | { person: { id: PersonId; email: string; organization_id: OrganizationId } }
  | { organization: { id: OrganizationId; name: string }; about?: string }

/** The service itself, where nobody asked for what happened. */
export const THE_SERVICE = 'site'

/** Writes the record of a change in the transaction that makes it. */
export async function recordActivity(
  tx: Tx,
  who: Principal | typeof THE_SERVICE,
  kind: ActivityKind,
  on: ActedOn,
  at: Instant,
): Promise<void> {
  const data: Record<string, string> =
    'path' in on ? { path: on.path } : 'about' in on && on.about ? { about: on.about } : {}
  await insertActivity(tx, {
    activity_type_id: ACTIVITY_TYPES[kind].id,
    ...actorOf(who),
    ...targetOf(on),
    data_text: Object.values(data)[0] ?? '',
    data_vars: JSON.stringify(data),
    created_at: at,
  })
}

function actorOf(who: Principal | typeof THE_SERVICE): Actor {
  const actor = {
    actor_company_id: null,
    actor_person_id: null,
    actor_guest_id: null,
    actor_machine_id: null,
  }
  if (who === THE_SERVICE) return { ...actor, actor_type: 'site', actor_text: 'Holdfast' }
  if (who.kind === 'visitor') return { ...actor, actor_type: 'site', actor_text: 'A visitor' }
  const known = { ...actor, actor_type: who.kind, actor_text: who.name, actor_company_id: who.organizationId }
  if (who.kind === 'guest') return { ...known, actor_guest_id: who.guestId }
  return { ...known, actor_person_id: who.personId, actor_machine_id: who.machineId }
}

function targetOf(on: ActedOn): Target {
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
  if ('person' in on)
    return {
      ...target,
      acted_on_type: 'person',
      acted_on_text: on.person.email,
      acted_on_company_id: on.person.organization_id,
      acted_on_person_id: on.person.id,
    }
  return {
    ...target,
    acted_on_type: 'organization',
    acted_on_text: on.organization.name,
    acted_on_company_id: on.organization.id,
  }
}
