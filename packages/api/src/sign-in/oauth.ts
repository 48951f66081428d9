import { type Static, Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { operation } from '../operation.ts'

/** The client that password-only applications use; it has no secret. */
export const BUILT_IN_CLIENT = 'anchor'

/** The client of devices that keep files in sync, map folders and back up; it has no secret. */
export const AGENT_CLIENT = 'holdfast-agent'

/** The client of app passwords, and the one of programs that send the password of the account each time. */
export const APP_PASSWORD_CLIENT = 'app-password'
export const BASIC_CLIENT = 'webdav'

export const TWO_STEP_MODES = ['authenticator', 'email', 'sms'] as const
export type TwoStepMode = (typeof TWO_STEP_MODES)[number]

export const GRANT_TYPES = ['authorization_code', 'password', 'refresh_token'] as const
export type GrantType = (typeof GRANT_TYPES)[number]

/** Frozen: a client in use today fails on a field that it does not know. */
export const TokenAnswer = Type.Object(
  {
    access_token: Type.String(),
    expires_in: Type.Integer(),
    token_type: Type.Literal('Bearer'),
    scope: Type.Literal('full'),
    guid: Type.String(),
    refresh_token: Type.String(),
  },
  { title: 'Token' },
)

const clientFields = {
  client_id: Type.Optional(
    Type.String({
      description:
        'Required, here or by HTTP Basic. `anchor` is the built-in client for scripts, `holdfast-agent` the one for the device agent. They have no secret',
    }),
  ),
  client_secret: Type.Optional(
    Type.String({ description: 'Required for registered applications, here or by HTTP Basic' }),
  ),
}

export const token = operation({
  name: 'token',
  method: 'POST',
  path: '/oauth/token',
  area: 'OAuth',
  summary: 'Get an access token',
  description:
    'Send an authorization code, a username and password, or a refresh token. A refresh token works once: the response has a new one.',
  auth: 'none',
  params: {
    grant_type: Type.String(),
    ...clientFields,
    code: Type.Optional(Type.String()),
    redirect_uri: Type.Optional(Type.String({ description: 'The same as for the authorization page' })),
    code_verifier: Type.Optional(Type.String({ description: 'The PKCE verifier (RFC 7636, method S256)' })),
    username: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    auth_code: Type.Optional(Type.String({ description: 'The two-step code, if the account needs one' })),
    refresh_token: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    guid: Type.Optional(Type.String({ maxLength: 64 })),
    dns_name: Type.Optional(Type.String({ maxLength: 255 })),
    os_type: Type.Optional(Type.String({ maxLength: 32 })),
    os_version: Type.Optional(Type.String({ maxLength: 128 })),
  },
  result: TokenAnswer,
  errors: [
    'invalid_request',
    'invalid_grant',
    'invalid_client',
    'unsupported_grant_type',
    'unauthorized_client',
    'missing_totp',
    'invalid_totp',
    'account_locked',
    'trial_expired',
    'license_expired',
  ],
})

export const revoke = operation({
  name: 'revoke',
  method: 'POST',
  path: '/oauth/revoke',
  area: 'OAuth',
  summary: 'Revoke a token',
  description: 'Revoking a refresh token ends the access tokens that came with it.',
  auth: 'none',
  params: {
    ...clientFields,
    token: Type.String(),
    token_type_hint: Type.Optional(Type.String()),
  },
  result: StatusOk,
  errors: ['invalid_request', 'invalid_client'],
})

export const authorize = operation({
  name: 'authorize',
  method: 'GET',
  path: '/oauth/authorize',
  area: 'OAuth',
  summary: 'Ask a person to sign in and authorize your application',
  description:
    'Send the browser of the person to this page. It redirects to `redirect_uri` with a `code`, which you exchange for an access token with `token`.',
  auth: 'none',
  params: {
    response_type: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    redirect_uri: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    code_challenge: Type.Optional(Type.String()),
    code_challenge_method: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
  },
  resultType: 'text/html',
  errors: ['redirect_uri_mismatch'],
})

/** RFC 8414, with the answer of RFC 9207. */
export const AuthorizationServer = Type.Object(
  {
    issuer: Type.String(),
    authorization_endpoint: Type.String(),
    token_endpoint: Type.String(),
    revocation_endpoint: Type.String(),
    response_types_supported: Type.Array(Type.String()),
    response_modes_supported: Type.Array(Type.String()),
    grant_types_supported: Type.Array(Type.String()),
    token_endpoint_auth_methods_supported: Type.Array(Type.String()),
    revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
    code_challenge_methods_supported: Type.Array(Type.String()),
    authorization_response_iss_parameter_supported: Type.Boolean(),
    scopes_supported: Type.Array(Type.String()),
    service_documentation: Type.String(),
  },
  { title: 'AuthorizationServer' },
)
export type AuthorizationServer = Static<typeof AuthorizationServer>

export const getAuthorizationServer = operation({
  name: 'get_authorization_server',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  area: 'OAuth',
  summary: 'Discover the OAuth endpoints (RFC 8414)',
  ours: true,
  auth: 'none',
  result: AuthorizationServer,
})
