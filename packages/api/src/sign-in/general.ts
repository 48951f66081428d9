import { Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { operation } from '../operation.ts'
import { TokenAnswer } from './oauth.ts'

export const getVersion = operation({
  name: 'get_version',
  method: 'GET',
  path: '/api/2/version',
  area: 'General',
  summary: 'Get the version of the API',
  description: 'The form is major.minor.revision.',
  auth: 'none',
  result: Type.Object({ version: Type.String() }),
})

export const resetPassword = operation({
  name: 'reset_password',
  method: 'POST',
  path: '/api/2/reset_password',
  area: 'General',
  summary: 'Email a password reset link',
  description: 'The response is the same whether the address has an account or not.',
  auth: 'none',
  params: {
    email: Type.String(),
    destination: Type.String({
      description:
        'The URL to put in the email, on a host of this service. `{token}` in it is replaced by the token',
    }),
  },
  result: StatusOk,
})

const { guid: _, ...withoutGuid } = TokenAnswer.properties

export const confirmPasswordReset = operation({
  name: 'confirm_password_reset',
  method: 'POST',
  path: '/api/2/reset_password/confirm',
  area: 'General',
  summary: 'Exchange a password reset token for an access token',
  description: 'Then set a new password with `update_person`.',
  auth: 'none',
  params: { token: Type.String() },
  result: Type.Object(withoutGuid, { title: 'ResetToken' }),
  errors: ['password_reset_token_expired'],
})
