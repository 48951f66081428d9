import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const InstallationRetention = Type.Object(
  {
    type: Type.Literal('installation_retention'),
    paused: Type.Boolean({
      description: 'After a restore, nothing is deleted by age until an administrator ends the pause',
    }),
    paused_since: orNull(Type.String(), 'When the installation was restored, in UTC'),
    paused_until: orNull(Type.String(), 'When the pause ends automatically, in UTC'),
    due_items: Type.Integer({
      description:
        'Deleted items that retention permanently deletes at its next run; 10000 means 10000 or more',
    }),
    due_revisions: Type.Integer({ description: 'Earlier versions of files that it deletes' }),
    due_roots: Type.Integer({
      description: 'Deleted team shares, backups and files of accounts that it deletes',
    }),
  },
  { title: 'InstallationRetention' },
)
export type InstallationRetention = Static<typeof InstallationRetention>

export const getInstallationRetention = operation({
  name: 'get_installation_retention',
  method: 'GET',
  path: '/api/2/installation/retention',
  area: 'Organizations',
  ours: true,
  summary: 'Get the state of retention after a restore',
  description:
    'Whether it is paused, and what its next run will delete. For administrators of the root organization.',
  params: {},
  result: InstallationRetention,
})

export const resumeInstallationRetention = operation({
  name: 'resume_installation_retention',
  method: 'POST',
  path: '/api/2/installation/retention/resume',
  area: 'Organizations',
  ours: true,
  summary: 'End the pause of retention after a restore',
  description: 'For administrators of the root organization.',
  params: {},
  result: InstallationRetention,
})
