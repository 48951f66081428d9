import { Type } from 'typebox'
import { offsetOf, offsetParams, StatusOk } from './envelopes.ts'
import { IdOf, type MachineId, type PersonId, type SessionId } from './ids.ts'
import { operation } from './operation.ts'

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

export const createWebSession = operation({
  name: 'create_web_session',
  method: 'POST',
  path: '/api/2/session/create',
  area,
  summary: 'Sign a browser in with a cookie',
  description: 'For pages on this server; other programs use tokens.',
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
  summary: 'Ask who is signed in by the cookie',
  description: 'The answer has the token that changes must be sent with.',
  ours: true,
  result: WebSession,
})

export const endWebSession = operation({
  name: 'end_web_session',
  method: 'POST',
  path: '/api/2/session/delete',
  area,
  summary: 'Sign this browser out',
  ours: true,
  result: StatusOk,
})

export const listSessions = operation({
  name: 'list_sessions',
  method: 'GET',
  path: '/api/2/person/sessions',
  area,
  summary: 'List where you are signed in, latest use first',
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
