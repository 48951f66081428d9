import { type Static, Type } from 'typebox'
import { currentPassword } from '../accounts/people.ts'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import { IdOf, type MachineId, type PersonId, type SessionId } from '../ids.ts'
import { operation } from '../operation.ts'

/** What app passwords open. */
export const APP_PASSWORD_KINDS = ['files'] as const
export type AppPasswordKind = (typeof APP_PASSWORD_KINDS)[number]

const area = 'App passwords'
const Kind = Type.Unsafe<AppPasswordKind>({
  type: 'string',
  enum: [...APP_PASSWORD_KINDS],
  description: '`files`: by WebDAV, and nothing of this API',
})
const fields = {
  type: Type.Literal('app_password'),
  id: IdOf<SessionId>({ description: 'The session that it is' }),
  kind: Kind,
  name: Type.String({ description: 'The name of its device' }),
  machine_id: IdOf<MachineId>({ description: 'The device that its changes are made by' }),
  os_type: Type.Union([Type.String(), Type.Null()], {
    description: 'The operating system of the program that last used it',
  }),
  address: Type.Union([Type.String(), Type.Null()], {
    description: 'The network it was last used from: an IPv4 address, or the /64 of an IPv6 address',
  }),
  paused: Type.Boolean({ description: 'Whether its changes are refused because of unusual activity' }),
  created: Type.String(),
  last_used: Type.Union([Type.String(), Type.Null()], {
    description: 'When it was last used, to the hour; null if never',
  }),
}

/** The password of one program, in the place of that of the account. */
export const AppPassword = Type.Object(fields, { title: 'AppPassword' })
export type AppPassword = Static<typeof AppPassword>

/** With what to enter in the program, which is shown when it is made and never again. */
export const NewAppPassword = Type.Object(
  {
    ...fields,
    password: Type.String({ description: 'What to enter in the program. It is only shown once' }),
    username: Type.String({ description: 'The user name to enter: the address of the account' }),
    url: Type.String({ description: 'The address to enter in a WebDAV program' }),
  },
  { title: 'NewAppPassword' },
)
export type NewAppPassword = Static<typeof NewAppPassword>

const ofPerson = { person_id: IdOf<PersonId>() }

export const listAppPasswords = operation({
  name: 'list_app_passwords',
  method: 'GET',
  path: '/api/2/person/{person_id}/app_passwords',
  area,
  summary: 'List the app passwords of a person',
  description:
    'For the person and administrators. Most recently used first, without the passwords themselves.',
  ours: true,
  params: { ...ofPerson, ...offsetParams },
  result: offsetOf(AppPassword),
})

export const createAppPassword = operation({
  name: 'create_app_password',
  method: 'POST',
  path: '/api/2/person/{person_id}/app_passwords',
  area,
  summary: 'Create an app password for a program',
  description:
    'Only for your own account. Send your current password, or sign in with it within the hour. The response has the ' +
    'app password, which is only shown once.',
  ours: true,
  params: {
    ...ofPerson,
    name: Type.String({ maxLength: 100, description: 'What you call the device or program' }),
    kind: Type.Unsafe<AppPasswordKind>({
      type: 'string',
      enum: [...APP_PASSWORD_KINDS],
      default: 'files',
      description: 'What it opens',
    }),
    current_password: currentPassword,
  },
  result: NewAppPassword,
})

export const endAppPassword = operation({
  name: 'end_app_password',
  method: 'POST',
  path: '/api/2/person/{person_id}/app_passwords/{app_password_id}/delete',
  area,
  summary: 'End an app password',
  description: 'For the person and administrators. Programs that use it are signed out at once.',
  ours: true,
  params: { ...ofPerson, app_password_id: IdOf<SessionId>() },
  result: StatusOk,
})
