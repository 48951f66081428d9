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
      description: 'Whether someone has decided: it was right, it was stopped, or all of it was undone',
    }),
    reason: Type.Unsafe<BrakeReason>({
      type: 'string',
      enum: BRAKE_REASONS,
      description:
        'What was noticed: a fifth of the root was deleted or rewritten, very many items were, or many files got the ' +
        'same new extension',
    }),
    root_id: IdOf<RootId>(),
    root_name: Type.String({ description: 'What the root is called' }),
    organization_id: IdOf<OrganizationId>({ description: 'The organization whose root it is' }),
    person_id: IdOf<PersonId>({ description: 'Whose device or browser it is' }),
    person_name: nameOf('The name of that person'),
    machine_id: orNull(IdOf<MachineId>({ description: 'The device; null for a browser or an application' })),
    machine_name: nameOf('What the device is called'),
    session_id: orNull(IdOf<SessionId>({ description: 'The sign-in, where it is no device' })),
    client: nameOf('The browser or application of that sign-in'),
    deleted: count('How many items it deleted'),
    rewritten: count('How many files it gave another content'),
    renamed: count('How many files it gave another extension'),
    extensions: Type.Array(
      Type.Object({ extension: Type.String(), files: Type.Integer() }, { title: 'BrakeExtension' }),
      { description: 'The most frequent extensions of files that it made, changed or renamed' },
    ),
    first_seq: Type.Integer({ description: 'The first of its changes that are meant' }),
    last_seq: Type.Integer({ description: 'The last of its changes that are known' }),
    first_at: Type.String({ description: 'When the first was made, in UTC' }),
    last_at: Type.String({ description: 'When the last was made, in UTC' }),
    noticed: Type.String({ description: 'When it was noticed, in UTC' }),
    paused: Type.Boolean({
      description: 'Whether its changes are refused until someone says that it was right, or stops it',
    }),
    decided: nameOf('When someone decided last, in UTC'),
    decided_by: orNull(IdOf<PersonId>({ description: 'Who did' })),
    decided_by_name: nameOf('The name of whoever did'),
    may_judge: Type.Boolean({ description: 'Whether you may say that it was right' }),
    may_stop: Type.Boolean({ description: 'Whether you may sign it out' }),
    may_undo: Type.Boolean({ description: 'Whether you may undo all it did in this root' }),
  },
  { title: 'Brake' },
)
export type Brake = Static<typeof Brake>

const area = 'History'
const one = { brake_id: IdOf<BrakeId>({ description: 'The id of what was noticed' }) }

export const listBrakes = operation({
  name: 'list_brakes',
  method: 'GET',
  path: '/api/2/brakes',
  area,
  ours: true,
  summary: 'List devices and browsers that changed far more than usual, newest first',
  description:
    'In roots that are yours or that you manage, by your own devices, and in the organizations that you administer. To ' +
    'undo all that one did, undo from `first_seq` on what its machine or session did.',
  params: {
    open_only: Type.Boolean({ default: false, description: 'Only those on which nobody has decided' }),
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
  summary: 'Say that what a device or browser changed was right',
  description: 'It is not noticed again as long as it goes on, and if its changes were paused, they go on.',
  params: one,
  result: Brake,
})

export const stopBraked = operation({
  name: 'stop_braked',
  method: 'POST',
  path: '/api/2/brakes/{brake_id}/stop',
  area,
  ours: true,
  summary: 'Sign out a device or browser that changed far more than usual',
  params: one,
  result: Brake,
})
