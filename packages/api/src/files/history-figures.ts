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
    from: Type.String({ description: 'When the hour, day or month starts, in UTC' }),
    to_seq: Type.Integer({ description: 'The last change in it' }),
    operations: count('Number of operations'),
    changes: count('Number of changes'),
    deleted: count('Number of changes that deleted something'),
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
    person_id: orNull(IdOf<PersonId>({ description: 'Null if it was the service' })),
    machine_id: orNull(IdOf<MachineId>()),
    ...actorNames,
    created: count('Number of items created'),
    updated: count('Number of contents changed'),
    renamed: count('Number of items renamed'),
    moved: count('Number of items moved'),
    deleted: count('Number of items deleted'),
    restored: count('Number of items restored'),
    extensions: Type.Array(
      Type.Object({ extension: Type.String(), files: Type.Integer() }, { title: 'ExtensionCount' }),
      { description: 'The most frequent extensions of created, changed and renamed files' },
    ),
    first_seq: Type.Integer({ description: 'The first of these changes' }),
    last_seq: Type.Integer({ description: 'The last of these changes' }),
    first_at: Type.String({ description: 'When the first change was made' }),
    last_at: Type.String({ description: 'When the last change was made' }),
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
  summary: 'Count the changes of a root by hour, day or month',
  description:
    'Newest first, without those that have no changes. While `cursor` is not null there is more, and the last bar can ' +
    'continue in the next response: add up bars that start at the same time.',
  params: {
    ...inRoot,
    folder_id: Type.Optional(FolderRef({ description: 'Only changes in this folder and its subfolders' })),
    ...byWhom,
    from: PointField('Only changes at or after this point'),
    to: PointField('Only changes at or before this point'),
    unit: Type.Unsafe<Unit>({
      type: 'string',
      enum: UNITS,
      default: 'day',
      description: 'The time that a bar covers',
    }),
    utc_offset: Type.Integer({
      minimum: -840,
      maximum: 840,
      default: 0,
      description: 'Offset of the local time from UTC in minutes. Days and months start at local midnight',
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
  summary: 'Count the changes of a root by person and machine',
  description:
    'While `cursor` is not null there is more: add up the numbers for the same person and machine.',
  params: {
    ...inRoot,
    since: PointField('Only changes at or after this point'),
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
  summary: 'Count the changes in an organization by root, person and machine',
  params: {
    organization_id: IdOf<OrganizationId>(),
    ...byWhom,
    since: Type.String({ format: 'date-time', description: 'Only changes at or after this point' }),
    ...withNames,
  },
  result: Type.Object({
    results: Type.Array(Actor),
    complete: Type.Boolean({
      description: 'Whether all changes are counted. If not, only the newest ones are',
    }),
  }),
})
