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
  description: 'Its form is major.minor.revision.',
  auth: 'none',
  result: Type.Object({ version: Type.String() }),
})

export const resetPassword = operation({
  name: 'reset_password',
  method: 'POST',
  path: '/api/2/reset_password',
  area: 'General',
  summary: 'Mail a link to reset a forgotten password',
  description: 'The answer is the same whether the address has an account or not.',
  auth: 'none',
  params: {
    email: Type.String(),
    destination: Type.String({
      description: 'The address to mail, on a host of this service; `{token}` in it is replaced by the token',
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
  summary: 'Exchange the token of a reset mail for an access token',
  description: 'With it, `update_person` sets a new password.',
  auth: 'none',
  params: { token: Type.String() },
  result: Type.Object(withoutGuid, { title: 'ResetToken' }),
  errors: ['password_reset_token_expired'],
})
