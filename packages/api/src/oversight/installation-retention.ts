import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const InstallationRetention = Type.Object(
  {
    type: Type.Literal('installation_retention'),
    paused: Type.Boolean({
      description: 'After a restore nothing is deleted because of its age until an administrator ends that',
    }),
    paused_since: orNull(Type.String(), 'When the installation was restored, in UTC'),
    paused_until: orNull(Type.String(), 'When the pause ends by itself, in UTC'),
    due_items: Type.Integer({
      description:
        'Deleted items that retention deletes permanently at its next run; 10000 means that or more',
    }),
    due_revisions: Type.Integer({ description: 'Earlier versions of files, likewise' }),
    due_roots: Type.Integer({ description: 'Deleted team shares, backups and accounts’ files, likewise' }),
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
  summary:
    'See whether retention is paused after a restore, and what it will delete, as an administrator of the root organization',
  params: {},
  result: InstallationRetention,
})

export const resumeInstallationRetention = operation({
  name: 'resume_installation_retention',
  method: 'POST',
  path: '/api/2/installation/retention/resume',
  area: 'Organizations',
  ours: true,
  summary: 'End the pause of retention after a restore, as an administrator of the root organization',
  params: {},
  result: InstallationRetention,
})
