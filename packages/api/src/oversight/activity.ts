import { type Static, Type } from 'typebox'
import { offsetOf, offsetParams } from '../envelopes.ts'
import {
  type ActivityId,
  type GroupId,
  type GuestId,
  type Id,
  IdOf,
  type MachineId,
  type OrganizationId,
  type PersonId,
  type RootId,
} from '../ids.ts'
import { operation } from '../operation.ts'

export const ACTOR_TYPES = ['person', 'guest', 'machine', 'site'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]
const Actor = Type.Unsafe<ActorType>({ type: 'string', enum: ACTOR_TYPES })

export const TARGET_TYPES = ['person', 'guest', 'group', 'machine', 'organization', 'root', 'site'] as const
export type TargetType = (typeof TARGET_TYPES)[number]
const Target = Type.Unsafe<TargetType>({ type: 'string', enum: TARGET_TYPES })

const Variables = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const nullableId = <T extends Id<string>>() => Type.Union([IdOf<T>(), Type.Null()])

/** Clients refuse fields they do not know here: none can be added. */
export const Activity = Type.Object(
  {
    type: Type.Literal('activity'),
    id: IdOf<ActivityId>(),
    activity_type_id: Type.Integer(),
    actor_type: Actor,
    actor_text: Type.String(),
    actor_company_id: nullableId<OrganizationId>(),
    actor_machine_id: nullableId<MachineId>(),
    actor_person_id: nullableId<PersonId>(),
    actor_guest_id: nullableId<GuestId>(),
    action_text: Type.String(),
    acted_on_type: Target,
    acted_on_text: Type.String(),
    acted_on_company_id: nullableId<OrganizationId>(),
    acted_on_machine_id: nullableId<MachineId>(),
    acted_on_person_id: nullableId<PersonId>(),
    acted_on_guest_id: nullableId<GuestId>(),
    acted_on_root_id: nullableId<RootId>(),
    acted_on_group_id: nullableId<GroupId>(),
    data_text: Type.String(),
    data_text_vars: Variables,
    created: Type.String(),
    processed: Type.Boolean(),
  },
  { title: 'Activity' },
)
export type Activity = Static<typeof Activity>

export const ActivityType = Type.Object(
  {
    type: Type.Literal('activity_type'),
    id: Type.Integer(),
    activity: Type.String(),
    machine_scope: Type.Boolean(),
    user_scope: Type.Boolean(),
    system_scope: Type.Boolean(),
  },
  { title: 'ActivityType' },
)
export type ActivityType = Static<typeof ActivityType>

export const listOrganizationActivity = operation({
  name: 'list_organization_activity',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/activity',
  area: 'Organizations',
  summary: 'List the activity of an organization',
  description: 'Newest first.',
  params: { organization_id: IdOf<OrganizationId>(), ...offsetParams },
  result: offsetOf(Activity),
})

export const listPersonActivity = operation({
  name: 'list_person_activity',
  method: 'GET',
  path: '/api/2/person/{person_id}/activity',
  area: 'People',
  summary: 'List the activity of a person',
  description: 'What the person did and what was done to the account, newest first.',
  params: { person_id: IdOf<PersonId>(), ...offsetParams },
  result: offsetOf(Activity),
})

export const listMachineActivity = operation({
  name: 'list_machine_activity',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/activity',
  area: 'Machines',
  ours: true,
  summary: 'List the activity of a machine',
  description: 'What the machine did and what was done with it, newest first.',
  params: { machine_id: IdOf<MachineId>(), ...offsetParams },
  result: offsetOf(Activity),
})

const area = 'Activity'

export const listActivityTypes = operation({
  name: 'list_activity_types',
  method: 'GET',
  path: '/api/2/activity/types',
  area,
  summary: 'List the activity types',
  result: Type.Object({ results: Type.Array(ActivityType) }),
})

export const getActivity = operation({
  name: 'get_activity',
  method: 'GET',
  path: '/api/2/activity/{activity_id}',
  area,
  summary: 'Get an activity',
  params: { activity_id: IdOf<ActivityId>() },
  result: Activity,
})

const anyId = () => Type.Optional(IdOf<Id<string>>())

export const createActivity = operation({
  name: 'create_activity',
  method: 'POST',
  path: '/api/2/activity/create',
  area,
  summary: 'Add a note to the activity log',
  description: 'Without a target, the note is about your own account.',
  params: {
    activity_type_id: Type.Integer({ minimum: 1 }),
    actor_type: Type.Optional(Actor),
    actor_id: anyId(),
    acted_on_type: Type.Optional(Target),
    acted_on_id: anyId(),
    data_text: Type.Optional(Type.String({ maxLength: 1000 })),
    data_text_vars: Type.Optional(Variables),
  },
  result: Activity,
  errors: ['invalid_request'],
})
