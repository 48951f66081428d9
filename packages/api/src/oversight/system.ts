import { type Static, Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { IdOf, type OrganizationId, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'
import { area, count, enumOf, limit, object, time, WHO } from './system-fields.ts'
import { SYSTEM_JOB_STATES, type SystemJobState } from './system-jobs.ts'
import { SystemLog } from './system-log.ts'

/** The installation as a whole, for those who run it. */

const VERIFY_STATES = ['none', 'waiting', 'running', 'done', 'failed'] as const
/** Nobody needs to know more than that there are many. */
export const MOST_COUNTED = 1000

const SystemDatabase = object('SystemDatabase', {
  kind: enumOf(['sqlite', 'postgres']),
  version: Type.String({ description: 'Of the database program' }),
  place: Type.String({ description: 'Where it is, without name and password' }),
  size: nullable(count('In bytes; null until it was counted')),
  counted: time('When the size was counted'),
})

const SystemStore = object('SystemStore', {
  kind: enumOf(['disk', 's3']),
  place: Type.String({ description: 'Where blobs are stored' }),
  live: nullable(count('Bytes of current files of all organizations; null until they were counted')),
  versions: nullable(count('Bytes of earlier versions')),
  deleted: nullable(count('Bytes of deleted files')),
  stored: nullable(count('Bytes of all that is stored')),
})

const SystemMail = object('SystemMail', {
  kind: enumOf(['none', 'smtp'], '`none`: emails are written to the outbox folder'),
  host: nullable(Type.String({ description: 'The mail server' })),
  port: nullable(Type.Integer()),
  encryption: nullable(
    enumOf(['tls', 'starttls', 'if_offered', 'none'], '`if_offered`: emails may leave unencrypted'),
  ),
  signs_in: Type.Boolean({ description: 'Whether a name and a password are set' }),
  from: Type.String({ description: 'The sender of emails' }),
  waiting: count(`Emails that wait; ${MOST_COUNTED} means ${MOST_COUNTED} or more`),
  given_up: count('Emails that were given up after many attempts, counted in the same way'),
  oldest: time('When the oldest of those that wait was created'),
})

const SystemScrub = object(
  'SystemScrub',
  {
    percent_per_day: count('How much of what is stored is read each day'),
    last: time('When all stored bytes had last been read'),
    progress: nullable(Type.Integer({ description: 'How far the current round is, in percent' })),
    damaged: count('Chunks that are missing or changed'),
  },
  'The background check of stored bytes',
)

const SystemVerify = object(
  'SystemVerify',
  {
    state: enumOf(VERIFY_STATES),
    asked: time('When it was last asked for'),
    begun: time('When it began'),
    ended: time('When it ended'),
    roots: nullable(count('Roots whose records were compared')),
    chunks: nullable(count('Chunks that were read')),
    problems: nullable(count('What is wrong; `holdfast verify --content` on the server names each')),
    error: nullable(Type.String({ description: 'Why it did not come to its end' })),
  },
  'Verifying everything, as started by `verify_system`',
)

const SystemBackup = object(
  'SystemBackup',
  {
    place: nullable(
      Type.String({ description: 'Where backups are stored; null if automatic backups are off' }),
    ),
    every_hours: nullable(Type.Integer()),
    state: enumOf(['none', 'waiting', 'running', 'complete', 'failed'], '`waiting`: starts within a minute'),
    begun: time('When the newest backup started'),
    ended: time('When it ended'),
    newest_complete: time('When the newest complete backup started'),
    next: time('When the next one starts'),
    bytes: count('What it added to the backup location'),
    error: nullable(Type.String({ description: 'What went wrong' })),
    overdue: Type.Boolean(),
  },
  'Details: `get_installation_backup`',
)

export const SystemStatus = object('SystemStatus', {
  type: Type.Literal('system_status'),
  version: Type.String({ description: 'Of the server that answers' }),
  versions: Type.Array(Type.String(), { description: 'Of all servers' }),
  database: SystemDatabase,
  store: SystemStore,
  certificate: nullable(
    object(
      'SystemCertificate',
      { ends: Type.String({ description: 'When it expires, UTC' }), self_signed: Type.Boolean() },
      'Null behind a proxy, which has its own',
    ),
  ),
  mail: SystemMail,
  scrub: SystemScrub,
  verify: SystemVerify,
  backup: SystemBackup,
  log: SystemLog,
  jobs: object(
    'SystemJobCounts',
    Object.fromEntries(SYSTEM_JOB_STATES.map((state) => [state, count('')])) as Record<
      SystemJobState,
      ReturnType<typeof count>
    >,
    `${MOST_COUNTED} means ${MOST_COUNTED} or more`,
  ),
})
export type SystemStatus = Static<typeof SystemStatus>

export const getSystemStatus = operation({
  name: 'get_system_status',
  method: 'GET',
  path: '/api/2/system/status',
  area,
  ours: true,
  summary: 'Get the state of the installation',
  description: `Database, storage, certificate, emails, checks, backups and log. ${WHO}`,
  params: {},
  result: SystemStatus,
})

export const SystemServer = object('SystemServer', {
  id: Type.String(),
  name: Type.String({ description: 'Its machine and the number of its process' }),
  version: Type.String(),
  this: Type.Boolean({ description: 'Whether it is the one that answers' }),
  at: time('Of the following figures'),
  started: time('When the process started'),
  cpu_percent: nullable(count('CPU time that it used lately; 100 is one core')),
  memory: nullable(count('Bytes of memory that it uses')),
  connections: nullable(count('Open connections')),
  devices: nullable(count('Devices that are connected')),
  load_percent: nullable(count('Load of the machine in the last minute; 100 is all of its cores')),
  cores: nullable(Type.Integer()),
  machine_memory: nullable(count('Bytes of memory of the machine')),
  free_memory: nullable(count('Bytes of it that are free')),
  disks: Type.Array(
    object('SystemDisk', {
      place: Type.String({ description: 'A folder on it' }),
      uses: Type.Array(enumOf(['data', 'database', 'files'])),
      free: count('In bytes'),
      total: count('In bytes'),
    }),
  ),
})
export type SystemServer = Static<typeof SystemServer>

export const listSystemServers = operation({
  name: 'list_system_servers',
  method: 'GET',
  path: '/api/2/system/servers',
  area,
  ours: true,
  summary: 'List the server processes',
  description: `Those that run, with the figures that each stores every 10 seconds. ${WHO}`,
  params: {},
  result: Type.Object({ results: Type.Array(SystemServer) }),
})

export const startSystemBackup = operation({
  name: 'start_system_backup',
  method: 'POST',
  path: '/api/2/system/backup_now',
  area,
  ours: true,
  summary: 'Back up the installation now',
  description: `Starts within a minute, unless one is in progress. Needs automatic backups (HOLDFAST_BACKUP_URL). ${WHO}`,
  params: {},
  result: StatusOk,
})

export const verifySystem = operation({
  name: 'verify_system',
  method: 'POST',
  path: '/api/2/system/verify_now',
  area,
  ours: true,
  summary: 'Verify everything that is stored now',
  description: `Compares all records and reads all stored bytes, in the background, unless that is in progress. ${WHO}`,
  params: {},
  result: StatusOk,
})

export const DamagedContent = object('DamagedContent', {
  type: Type.Literal('damaged_content'),
  id: Type.Integer(),
  found: Type.String({ description: 'UTC' }),
  size: count('Bytes that are missing or changed'),
  hidden: Type.Boolean({ description: 'Whether root and path are kept from you' }),
  organization: object('DamagedContentOrganization', { id: IdOf<OrganizationId>(), name: Type.String() }),
  root: nullable(object('DamagedContentRoot', { id: IdOf<RootId>(), name: Type.String() })),
  path: nullable(Type.String({ description: 'A file that has these bytes, now or in an earlier version' })),
})
export type DamagedContent = Static<typeof DamagedContent>

export const listDamagedContent = operation({
  name: 'list_damaged_content',
  method: 'GET',
  path: '/api/2/system/damaged',
  area,
  ours: true,
  summary: 'List damaged content',
  description: `Stored bytes that are missing or changed, with a file that has them where you can see its name. ${WHO}`,
  params: {
    limit,
    after: Type.Optional(Type.String({ maxLength: 40, description: '`next` of an answer' })),
  },
  result: Type.Object({
    results: Type.Array(DamagedContent),
    next: nullable(Type.String({ description: 'The next page; null after the last' })),
  }),
})
