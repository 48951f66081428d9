import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'

const STATES = ['none', 'running', 'complete', 'failed'] as const

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const InstallationBackup = Type.Object(
  {
    type: Type.Literal('installation_backup'),
    place: orNull(Type.String(), 'Where backups are kept; null where none are made by themselves'),
    every_hours: orNull(Type.Integer(), 'How often one is made'),
    keep: orNull(Type.Integer(), 'How many of them stay, the newest'),
    keep_daily: orNull(Type.Integer(), 'For how many days the last one of each stays as well'),
    keep_weekly: orNull(Type.Integer(), 'For how many weeks the last one of each stays as well'),
    keep_monthly: orNull(Type.Integer(), 'For how many months the last one of each stays as well'),
    fingerprint: Type.String({
      description:
        'Identifies backups of this installation: keep it on paper, `holdfast backup verify` and `restore` ask for it',
    }),
    state: Type.Unsafe<(typeof STATES)[number]>({
      type: 'string',
      enum: STATES,
      description: 'What became of the newest: `failed` also where it is complete but for damaged blobs',
    }),
    begun: orNull(Type.String(), 'When the newest was begun, in UTC'),
    ended: orNull(Type.String(), 'When it was over, in UTC'),
    backup: orNull(Type.String(), 'Its name, where it is complete'),
    blobs: Type.Integer({ description: 'How many blobs of it were new' }),
    bytes: Type.Integer({ description: 'By how many bytes it has made the backup location larger' }),
    error: orNull(Type.String(), 'What went wrong, in words'),
    newest_complete: orNull(Type.String(), 'When the newest complete one was begun, in UTC'),
    overdue: Type.Boolean({ description: 'None has become complete for longer than twice the time' }),
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
  summary:
    'Look at the newest backup that the service made by itself, as an administrator of the root organization',
  params: {},
  result: InstallationBackup,
})
