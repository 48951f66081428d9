import { type Static, Type } from 'typebox'
import { orNull } from '../files/history.ts'
import {
  type BrakeId,
  IdOf,
  type MachineId,
  type OrganizationId,
  type PersonId,
  type RootId,
  type SessionId,
} from '../ids.ts'
import { operation } from '../operation.ts'

export const BRAKE_STATES = ['open', 'right', 'stopped', 'undone'] as const
export type BrakeState = (typeof BRAKE_STATES)[number]
export const BRAKE_REASONS = ['share_of_root', 'many', 'extension'] as const
export type BrakeReason = (typeof BRAKE_REASONS)[number]
/** The `error_reason` of what a device is refused whose changes are paused. */
export const DEVICE_PAUSED = 'device_paused'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const nameOf = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const Brake = Type.Object(
  {
    type: Type.Literal('brake'),
    id: IdOf<BrakeId>(),
    state: Type.Unsafe<BrakeState>({
      type: 'string',
      enum: BRAKE_STATES,
      description:
        'What was decided: the changes were expected, the device was signed out, or everything was undone',
    }),
    reason: Type.Unsafe<BrakeReason>({
      type: 'string',
      enum: BRAKE_REASONS,
      description:
        'What was detected: a fifth of the root was deleted or rewritten, very many items were, or many files got the ' +
        'same new extension',
    }),
    root_id: IdOf<RootId>(),
    root_name: Type.String({ description: 'The name of the root' }),
    organization_id: IdOf<OrganizationId>({ description: 'The organization that owns the root' }),
    person_id: IdOf<PersonId>({ description: 'The owner of the device or browser' }),
    person_name: nameOf('The name of that person'),
    machine_id: orNull(IdOf<MachineId>({ description: 'The device; null for a browser or an application' })),
    machine_name: nameOf('The name of the device'),
    session_id: orNull(IdOf<SessionId>({ description: 'The session; null for a device' })),
    client: nameOf('The browser or application of the session'),
    deleted: count('Number of items deleted'),
    rewritten: count('Number of files with new content'),
    renamed: count('Number of files with a new extension'),
    extensions: Type.Array(
      Type.Object({ extension: Type.String(), files: Type.Integer() }, { title: 'BrakeExtension' }),
      { description: 'The most frequent extensions of the created, changed and renamed files' },
    ),
    first_seq: Type.Integer({ description: 'The first of these changes' }),
    last_seq: Type.Integer({ description: 'The last of these changes so far' }),
    first_at: Type.String({ description: 'When the first change was made, in UTC' }),
    last_at: Type.String({ description: 'When the last change was made, in UTC' }),
    noticed: Type.String({ description: 'When it was detected, in UTC' }),
    paused: Type.Boolean({
      description:
        'Whether changes are paused until someone confirms that they were expected, or signs out the device',
    }),
    decided: nameOf('When the last decision was made, in UTC'),
    decided_by: orNull(IdOf<PersonId>({ description: 'Who decided' })),
    decided_by_name: nameOf('The name of the person who decided'),
    may_judge: Type.Boolean({ description: 'Whether you can confirm that the changes were expected' }),
    may_stop: Type.Boolean({ description: 'Whether you can sign it out' }),
    may_undo: Type.Boolean({ description: 'Whether you can undo all its changes in this root' }),
  },
  { title: 'Brake' },
)
export type Brake = Static<typeof Brake>

const area = 'History'
const one = { brake_id: IdOf<BrakeId>({ description: 'The ID of the unusual activity' }) }

export const listBrakes = operation({
  name: 'list_brakes',
  method: 'GET',
  path: '/api/2/brakes',
  area,
  ours: true,
  summary: 'List unusual activity',
  description:
    'Newest first: in your own roots and those you manage, by your own devices, and in the organizations you administer. To ' +
    'undo all of it, undo the changes of its machine or session from `first_seq` on.',
  params: {
    open_only: Type.Boolean({ default: false, description: 'Only those without a decision' }),
    root_id: Type.Optional(IdOf<RootId>({ description: 'Only those in this root' })),
    organization_id: Type.Optional(
      IdOf<OrganizationId>({ description: 'Only those in roots of this organization' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  },
  result: Type.Object({ results: Type.Array(Brake) }),
})

export const judgeBrakeRight = operation({
  name: 'judge_brake_right',
  method: 'POST',
  path: '/api/2/brakes/{brake_id}/right',
  area,
  ours: true,
  summary: 'Confirm that unusual activity was expected',
  description:
    'Resumes the device or browser if it was paused. It is not reported again while the activity continues.',
  params: one,
  result: Brake,
})

export const stopBraked = operation({
  name: 'stop_braked',
  method: 'POST',
  path: '/api/2/brakes/{brake_id}/stop',
  area,
  ours: true,
  summary: 'Sign out a device or browser with unusual activity',
  params: one,
  result: Brake,
})
