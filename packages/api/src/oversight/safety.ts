import { type Static, type TSchema, Type } from 'typebox'
import {
  type EntryId,
  FolderRef,
  IdOf,
  type MachineId,
  type MachineRootId,
  type RevisionId,
  type RootId,
} from '../ids.ts'
import { operation } from '../operation.ts'
import { Reach } from '../sharing/reach.ts'

/** How many of each are shown. */
export const MOST_SHOWN = 10
export const MOST_DEVICES = 50
export const MOST_DAMAGED = 100

/**
 * `attention`: in sync, except for some items. `behind`: changed since the device was last in contact. `held`: the device has
 * stopped and waits for a decision. `unknown`: the device has not reported yet.
 */
export const COPY_STATES = [
  'up_to_date',
  'attention',
  'syncing',
  'behind',
  'paused',
  'held',
  'offline',
  'failed',
  'unknown',
] as const
export type CopyState = (typeof COPY_STATES)[number]

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const timeOrNull = (description: string) => orNull(Type.String(), `${description}, in UTC`)

const Kept = Type.Object(
  {
    count: orNull(Type.Integer(), 'Number of versions; null for a folder'),
    oldest: timeOrNull('When the oldest version was created; null for a folder'),
    replaced_days: orNull(
      Type.Integer(),
      'For how many days a version is kept after a newer one replaced it; null: no limit',
    ),
    next_removal: timeOrNull('When the oldest version will be deleted; null if none will be'),
    deleted_days: orNull(
      Type.Integer(),
      'For how many days an item is kept after it was deleted; null: no limit',
    ),
    removal: timeOrNull('When a deleted item will be deleted permanently; null if it will not be'),
    paused_until: timeOrNull('Until when nothing is deleted permanently, because a backup was restored'),
  },
  { title: 'KeptVersions' },
)

const Access = Type.Object(
  {
    total: Type.Integer({ description: 'How many results `reach` has for the item' }),
    results: Type.Array(Reach, { description: `The first ${MOST_SHOWN}; public access comes first` }),
  },
  { title: 'SafetyAccess' },
)

const DeviceCopy = Type.Object(
  {
    machine_id: IdOf<MachineId>(),
    machine_name: Type.String(),
    rsub_id: IdOf<MachineRootId>(),
    state: Type.Unsafe<CopyState>({
      type: 'string',
      enum: COPY_STATES,
      description: 'Of the root on the device',
    }),
    connected: Type.Boolean(),
    as_of: timeOrNull('When this was known: now for a connected device, otherwise its last contact'),
  },
  { title: 'DeviceCopy' },
)
export type DeviceCopy = Static<typeof DeviceCopy>

const ContentCheck = Type.Object(
  {
    percent_per_day: Type.Integer({ description: 'Percentage of stored bytes verified each day; 0: none' }),
    last_started: timeOrNull('When the last full check of all stored bytes started; null: none has finished'),
    last_finished: timeOrNull('When it finished'),
    progress: orNull(Type.Integer(), 'How far the current check is, in percent; null if none is running'),
  },
  { title: 'ContentCheck' },
)

const DamagedPart = Type.Object(
  {
    file_id: IdOf<EntryId>(),
    path: Type.String(),
    revision_id: IdOf<RevisionId>(),
    created: Type.String({ description: 'When the version was created, in UTC' }),
    current: Type.Boolean({ description: 'Whether it is the current version' }),
    position: Type.Integer({ description: 'Where the damaged bytes start in the file' }),
    size: Type.Integer({ description: 'Number of bytes from there' }),
  },
  { title: 'DamagedPart' },
)
export type DamagedPart = Static<typeof DamagedPart>

const ServiceBackup = Type.Object(
  {
    every_hours: orNull(Type.Integer(), 'How often a backup is made; null if automatic backups are off'),
    newest_complete: timeOrNull('When the newest complete backup started'),
    overdue: Type.Boolean(),
    contains: orNull(
      Type.Boolean(),
      'Whether the current version is older than that backup; null for a folder, or without a backup',
    ),
  },
  { title: 'ServiceBackup' },
)

export const Safety = Type.Object(
  {
    type: Type.Literal('safety'),
    versions: Kept,
    access: orNull(Access, 'Who has access; null for callers who may not see that'),
    devices: Type.Array(DeviceCopy, {
      description: `Your own devices that have it, up to ${MOST_DEVICES}`,
    }),
    content_check: ContentCheck,
    damaged: Type.Array(DamagedPart, {
      description: `Parts known to be damaged, newest version first, up to ${MOST_DAMAGED}`,
    }),
    backup: orNull(
      ServiceBackup,
      'For system administrators, or for everybody if the setting HOLDFAST_SHOW_BACKUPS is on; otherwise null',
    ),
  },
  { title: 'Safety' },
)
export type Safety = Static<typeof Safety>

const described = { method: 'GET', result: Safety, ours: true } as const
const DESCRIPTION =
  'Which versions are kept and until when, who has access, which of your devices are up to date, when stored bytes were verified, and known damage.'

export const getFileSafety = operation({
  ...described,
  name: 'get_file_safety',
  area: 'Files',
  path: '/api/2/files/{root_id}/{file_id}/safety',
  summary: 'Get how safe a file is',
  description: DESCRIPTION,
  params: { root_id: IdOf<RootId>(), file_id: IdOf<EntryId>() },
  errors: ['root_deleted'],
})

export const getFolderSafety = operation({
  ...described,
  name: 'get_folder_safety',
  area: 'Folders',
  path: '/api/2/files/{root_id}/folder/{folder_id}/safety',
  summary: 'Get how safe a folder is',
  description: DESCRIPTION,
  params: {
    root_id: IdOf<RootId>(),
    folder_id: FolderRef({ description: '0 is the top level of the root' }),
  },
  errors: ['root_deleted'],
})
