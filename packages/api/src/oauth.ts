import { Type } from 'typebox'
import { operation } from './operation.ts'

/** The client that password-only applications use; it has no secret. */
export const BUILT_IN_CLIENT = 'anchor'

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

export const token = operation({
  name: 'token',
  method: 'POST',
  path: '/oauth/token',
  area: 'OAuth',
  summary: 'Exchange a password or a refresh token for an access token',
  auth: 'none',
  params: {
    grant_type: Type.String(),
    client_id: Type.String(),
    client_secret: Type.Optional(Type.String()),
    username: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    auth_code: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.String()),
    guid: Type.Optional(Type.String({ maxLength: 64 })),
    dns_name: Type.Optional(Type.String({ maxLength: 255 })),
    os_type: Type.Optional(Type.String({ maxLength: 32 })),
    os_version: Type.Optional(Type.String({ maxLength: 128 })),
  },
  result: TokenAnswer,
  errors: [
    'invalid_grant',
    'invalid_client',
    'unsupported_grant_type',
    'unauthorized_client',
    'account_locked',
    'trial_expired',
    'license_expired',
  ],
})
