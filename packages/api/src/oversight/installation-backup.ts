import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'

const STATES = ['none', 'running', 'complete', 'failed'] as const

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const InstallationBackup = Type.Object(
  {
    type: Type.Literal('installation_backup'),
    place: orNull(Type.String(), 'Where backups are stored; null if automatic backups are off'),
    every_hours: orNull(Type.Integer(), 'How often a backup is made'),
    keep: orNull(Type.Integer(), 'How many of the newest backups are kept'),
    keep_daily: orNull(Type.Integer(), 'For how many days the last backup of each day is also kept'),
    keep_weekly: orNull(Type.Integer(), 'For how many weeks the last backup of each week is also kept'),
    keep_monthly: orNull(Type.Integer(), 'For how many months the last backup of each month is also kept'),
    fingerprint: Type.String({
      description:
        'Identifies backups of this installation. Keep it on paper: `holdfast backup verify` and `restore` ask for it',
    }),
    state: Type.Unsafe<(typeof STATES)[number]>({
      type: 'string',
      enum: STATES,
      description: 'The state of the newest backup. Also `failed` if it is complete except for damaged blobs',
    }),
    begun: orNull(Type.String(), 'When the newest backup started, in UTC'),
    ended: orNull(Type.String(), 'When it ended, in UTC'),
    backup: orNull(Type.String(), 'Its name, if it is complete'),
    blobs: Type.Integer({ description: 'Number of new blobs in it' }),
    bytes: Type.Integer({ description: 'Number of bytes it added to the backup location' }),
    error: orNull(Type.String(), 'What went wrong'),
    newest_complete: orNull(Type.String(), 'When the newest complete backup started, in UTC'),
    overdue: Type.Boolean({
      description: 'Whether no backup was completed for more than twice the interval',
    }),
  },
  { title: 'InstallationBackup' },
)
export type InstallationBackup = Static<typeof InstallationBackup>

export const getInstallationBackup = operation({
  name: 'get_installation_backup',
  method: 'GET',
  path: '/api/2/installation/backup',
  area: 'Organizations',
  ours: true,
  summary: 'Get the state of automatic backups',
  description: 'For administrators of the root organization.',
  params: {},
  result: InstallationBackup,
})
