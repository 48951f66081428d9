import { type Static, Type } from 'typebox'
import { actorNames, withNames } from '../actor-names.ts'
import { FolderRef, IdOf, type MachineId, type OrganizationId, type PersonId, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { inRoot } from './files.ts'
import { byWhom, Cursor, orNull, pieces } from './history.ts'
import { PointField } from './point.ts'

export const UNITS = ['hour', 'day', 'month'] as const
export type Unit = (typeof UNITS)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const TimelineBar = Type.Object(
  {
    type: Type.Literal('timeline_bar'),
    from: Type.String({ description: 'When the hour, day or month begins, in UTC' }),
    to_seq: Type.Integer({ description: 'Its last change: the point to look at' }),
    operations: count('How many operations there were'),
    changes: count('How many changes these made'),
    deleted: count('How many of those deleted something'),
  },
  { title: 'TimelineBar' },
)
export type TimelineBar = Static<typeof TimelineBar>

/** How much there was of each kind, by whom. */
export const COUNTED = ['created', 'updated', 'renamed', 'moved', 'deleted', 'restored'] as const
export type Counted = (typeof COUNTED)[number]

export const Actor = Type.Object(
  {
    type: Type.Literal('actor'),
    root_id: IdOf<RootId>(),
    root_name: Type.String(),
    person_id: orNull(IdOf<PersonId>({ description: 'Null if it was the service itself' })),
    machine_id: orNull(IdOf<MachineId>()),
    ...actorNames,
    created: count('How many items were made'),
    updated: count('How many contents were changed'),
    renamed: count('How many items were renamed'),
    moved: count('How many items were moved'),
    deleted: count('How many items were deleted'),
    restored: count('How many items were restored'),
    extensions: Type.Array(
      Type.Object({ extension: Type.String(), files: Type.Integer() }, { title: 'ExtensionCount' }),
      { description: 'The most frequent extensions of files that were made, changed or renamed' },
    ),
    first_seq: Type.Integer({ description: 'The first of these changes' }),
    last_seq: Type.Integer({ description: 'The last of these changes' }),
    first_at: Type.String({ description: 'When the first was made' }),
    last_at: Type.String({ description: 'When the last was made' }),
  },
  { title: 'Actor' },
)
export type Actor = Static<typeof Actor>

const area = 'History'

export const getTimeline = operation({
  name: 'get_timeline',
  method: 'GET',
  path: '/api/2/files/{root_id}/history/timeline',
  area,
  ours: true,
  summary: 'Count what was done in a root by hours, days or months, newest first',
  description:
    'Those in which nothing happened are left out. As long as `cursor` is not null there is more, and the last bar may ' +
    'go on in the next answer: add up what begins at the same time.',
  params: {
    ...inRoot,
    folder_id: Type.Optional(FolderRef({ description: 'Only what was in this folder or below it' })),
    ...byWhom,
    from: PointField('Only changes from then on'),
    to: PointField('Only changes until then'),
    unit: Type.Unsafe<Unit>({
      type: 'string',
      enum: UNITS,
      default: 'day',
      description: 'How much time a bar stands for',
    }),
    utc_offset: Type.Integer({
      minimum: -840,
      maximum: 840,
      default: 0,
      description: 'Minutes by which the clock is ahead of UTC where days and months begin at midnight',
    }),
    cursor: pieces.cursor,
  },
  result: Type.Object({ results: Type.Array(TimelineBar), cursor: Cursor }),
  errors: ['root_deleted'],
})

export const listRootActors = operation({
  name: 'list_root_actors',
  method: 'GET',
  path: '/api/2/files/{root_id}/history/actors',
  area,
  ours: true,
  summary: 'Tell who did how much in a root, and on which machine',
  description:
    'As long as `cursor` is not null there is more: add up what the same person did on the same machine.',
  params: {
    ...inRoot,
    since: PointField('Only changes from then on'),
    cursor: pieces.cursor,
    ...withNames,
  },
  result: Type.Object({ results: Type.Array(Actor), cursor: Cursor }),
  errors: ['root_deleted'],
})

export const listOrganizationActors = operation({
  name: 'list_organization_actors',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/history/actors',
  area,
  ours: true,
  summary: 'Tell who did how much in each root of an organization, and on which machine',
  params: {
    organization_id: IdOf<OrganizationId>(),
    since: Type.String({ format: 'date-time', description: 'Only changes from then on' }),
    ...withNames,
  },
  result: Type.Object({
    results: Type.Array(Actor),
    complete: Type.Boolean({ description: 'Whether that is all: else only the newest is counted' }),
  }),
})
