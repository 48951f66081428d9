import { type Static, Type } from 'typebox'
import { Brand } from '../accounts/brand.ts'
import { Guest } from '../accounts/guests.ts'
import { Person } from '../accounts/people.ts'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import {
  type ApplicationId,
  IdOf,
  type MachineId,
  type OrganizationId,
  type PersonId,
  type SessionId,
} from '../ids.ts'
import { operation } from '../operation.ts'

const area = 'Sessions'

/** One sign-in: a browser, a device or a script. */
export const Session = Type.Object(
  {
    type: Type.Literal('session'),
    id: IdOf<SessionId>(),
    is_current: Type.Boolean(),
    client: Type.String({
      description: 'The name of the application; `anchor` for the built-in client, `web` for a browser',
    }),
    application_id: Type.Union([IdOf<ApplicationId>(), Type.Null()], {
      description: 'The connected application; null for built-in clients',
    }),
    browser: Type.Union([Type.String(), Type.Null()], {
      description: 'The browser and operating system, as reported at sign-in',
    }),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'The network of the sign-in: an IPv4 address, or the /64 of an IPv6 address',
    }),
    machine_id: Type.Union([IdOf<MachineId>(), Type.Null()]),
    dns_name: Type.Union([Type.String(), Type.Null()]),
    os_type: Type.Union([Type.String(), Type.Null()]),
    created: Type.String(),
    last_used: Type.String(),
  },
  { title: 'Session' },
)

const WebSession = Type.Object(
  {
    person_id: IdOf<PersonId>(),
    csrf_token: Type.String({ description: 'Send it as the header `X-CSRF-Token` with every change' }),
  },
  { title: 'WebSession' },
)

/** What an account must do before anything else; `sign_in`: after a password reset with two-step on, where the code is still missing. */
export const DUTIES = ['set_password', 'sign_in', 'enable_two_step'] as const
export type Duty = (typeof DUTIES)[number]

const CurrentSession = Type.Object(
  {
    person_id: Type.Union([IdOf<PersonId>(), Type.Null()], { description: 'None for guests' }),
    csrf_token: WebSession.properties.csrf_token,
    who_type: Type.Unsafe<'person' | 'guest'>({ type: 'string', enum: ['person', 'guest'] }),
    person: Type.Optional(Person),
    guest: Type.Optional(Guest),
    organization: Type.Object({ id: IdOf<OrganizationId>(), name: Type.String() }),
    brand: Brand,
    duty: Type.Union([Type.Unsafe<Duty>({ type: 'string', enum: [...DUTIES] }), Type.Null()], {
      description: 'What you must do before anything else is allowed',
    }),
    build: Type.String({ description: 'The version of the server' }),
    thumbnails: Type.Boolean({ description: 'Whether the service creates thumbnails of pictures' }),
    setup_open: Type.Boolean({
      description: 'Whether you run this installation and have not finished its setup',
    }),
  },
  { title: 'CurrentSession' },
)
export type CurrentSession = Static<typeof CurrentSession>

export const createWebSession = operation({
  name: 'create_web_session',
  method: 'POST',
  path: '/api/2/session/create',
  area,
  summary: 'Sign in a browser with a cookie',
  description: 'For pages on this server. Other programs use tokens.',
  ours: true,
  auth: 'none',
  params: {
    email: Type.String(),
    password: Type.String(),
    auth_code: Type.Optional(Type.String()),
  },
  result: WebSession,
  errors: [
    'invalid_grant',
    'missing_totp',
    'invalid_totp',
    'account_locked',
    'trial_expired',
    'license_expired',
  ],
})

export const getWebSession = operation({
  name: 'get_web_session',
  method: 'GET',
  path: '/api/2/session',
  area,
  summary: 'Get the account of the browser session',
  description:
    'The person or guest, with the organization and its branding, what must be done first, and the token to send with ' +
    'changes.',
  ours: true,
  result: CurrentSession,
})

export const endWebSession = operation({
  name: 'end_web_session',
  method: 'POST',
  path: '/api/2/session/delete',
  area,
  summary: 'Sign out this browser',
  ours: true,
  result: StatusOk,
})

export const listSessions = operation({
  name: 'list_sessions',
  method: 'GET',
  path: '/api/2/person/sessions',
  area,
  summary: 'List where you are signed in',
  description: 'Most recently used first.',
  ours: true,
  params: offsetParams,
  result: offsetOf(Session),
})

export const endSession = operation({
  name: 'end_session',
  method: 'POST',
  path: '/api/2/person/session/{session_id}/delete',
  area,
  summary: 'Sign out one of your browsers or devices',
  ours: true,
  params: { session_id: IdOf<SessionId>() },
  result: StatusOk,
})

export const endOtherSessions = operation({
  name: 'end_other_sessions',
  method: 'POST',
  path: '/api/2/person/sessions/delete_others',
  area,
  summary: 'Sign out everywhere else',
  ours: true,
  params: {
    browsers_only: Type.Boolean({ default: false, description: 'Keep devices and programs signed in' }),
  },
  result: Type.Object({
    status: Type.Literal('ok'),
    count: Type.Integer({ description: 'Number of sessions that were signed out' }),
  }),
})
