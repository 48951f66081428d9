import { Type } from 'typebox'
import { StatusOk } from './envelopes.ts'
import { IdOf, type PersonId } from './ids.ts'
import { TWO_STEP_MODES, type TwoStepMode } from './oauth.ts'
import { operation } from './operation.ts'

export const enableTwoStep = operation({
  name: 'enable_two_step',
  method: 'POST',
  path: '/api/2/person/two_step/enable',
  area: 'People',
  summary: 'Begin two-step verification; called again with a code, complete it',
  params: {
    password: Type.String(),
    mode: Type.Unsafe<TwoStepMode>({ type: 'string', enum: TWO_STEP_MODES }),
    auth_code: Type.Optional(Type.String()),
    mobile_phone: Type.Optional(
      Type.String({ maxLength: 32, description: 'Where sms codes go from now on' }),
    ),
  },
  result: Type.Object({
    status: Type.Optional(Type.Literal('ok', { description: 'When the code completed it' })),
    backup_key: Type.Optional(Type.String({ description: 'Shown this once; see recover_two_step' })),
    key: Type.Optional(Type.String({ description: 'For an authenticator, in base 32' })),
    uri: Type.Optional(Type.String({ description: 'The same as an otpauth: address' })),
  }),
})

export const disableTwoStep = operation({
  name: 'disable_two_step',
  method: 'POST',
  path: '/api/2/person/two_step/disable',
  area: 'People',
  summary: 'End two-step verification; without a code, mail or text one where that is the mode',
  params: { password: Type.String(), auth_code: Type.Optional(Type.String()) },
  result: StatusOk,
})

export const recoverTwoStep = operation({
  name: 'recover_two_step',
  method: 'POST',
  path: '/api/2/person/two_step/recovery',
  area: 'People',
  summary: 'End two-step verification with the backup key, for whoever lost the device',
  auth: 'none',
  params: { email: Type.String(), backup_key: Type.String() },
  result: StatusOk,
  errors: ['access_denied', 'account_locked'],
})

export const resetTwoStep = operation({
  name: 'reset_two_step',
  method: 'POST',
  path: '/api/2/person/{person_id}/two_step/reset',
  area: 'People',
  summary: 'As an administrator, end two-step verification of a person who lost device and key',
  ours: true,
  params: { person_id: IdOf<PersonId>() },
  result: StatusOk,
})

export const unlockPerson = operation({
  name: 'unlock_person',
  method: 'POST',
  path: '/api/2/person/{person_id}/unlock',
  area: 'People',
  summary: 'As an administrator, lift the lock that failed sign-ins put on an account',
  ours: true,
  params: { person_id: IdOf<PersonId>() },
  result: StatusOk,
})
