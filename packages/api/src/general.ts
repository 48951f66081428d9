import { Type } from 'typebox'
import { StatusOk } from './envelopes.ts'
import { TokenAnswer } from './oauth.ts'
import { operation } from './operation.ts'

export const getVersion = operation({
  name: 'get_version',
  method: 'GET',
  path: '/api/2/version',
  area: 'General',
  summary: 'The exact version of the API: major.minor.revision',
  auth: 'none',
  result: Type.Object({ version: Type.String() }),
})

export const resetPassword = operation({
  name: 'reset_password',
  method: 'POST',
  path: '/api/2/reset_password',
  area: 'General',
  summary: 'Mail a link by which a forgotten password can be set anew; answers alike whoever asks',
  auth: 'none',
  params: {
    email: Type.String(),
    destination: Type.String({
      description: 'The link to mail, on a host of this service, with {token} in it',
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
  summary: 'Exchange a mailed token for access, so that the password can be set with update_person',
  auth: 'none',
  params: { token: Type.String() },
  result: Type.Object(withoutGuid, { title: 'ResetToken' }),
  errors: ['password_reset_token_expired'],
})
