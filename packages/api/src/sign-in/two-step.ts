import { Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { IdOf, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'
import { TWO_STEP_MODES, type TwoStepMode } from './oauth.ts'

export const enableTwoStep = operation({
  name: 'enable_two_step',
  method: 'POST',
  path: '/api/2/person/two_step/enable',
  area: 'People',
  summary: 'Turn on two-step verification',
  description:
    'Call it twice: first without `auth_code` to get the key or receive a code, then with the code.',
  params: {
    password: Type.String(),
    mode: Type.Unsafe<TwoStepMode>({ type: 'string', enum: TWO_STEP_MODES }),
    auth_code: Type.Optional(Type.String()),
    mobile_phone: Type.Optional(Type.String({ maxLength: 32, description: 'The number for SMS codes' })),
  },
  result: Type.Object({
    status: Type.Optional(
      Type.Literal('ok', {
        description: 'Present once the code is correct and two-step verification is on',
      }),
    ),
    backup_key: Type.Optional(
      Type.String({
        description: 'The recovery key for `recover_two_step`. Keep it safe: it is only shown once',
      }),
    ),
    key: Type.Optional(Type.String({ description: 'The key for an authenticator app, in base 32' })),
    uri: Type.Optional(Type.String({ description: 'The key as an otpauth: URI, for a QR code' })),
  }),
})

export const disableTwoStep = operation({
  name: 'disable_two_step',
  method: 'POST',
  path: '/api/2/person/two_step/disable',
  area: 'People',
  summary: 'Turn off two-step verification',
  description: 'Without `auth_code`, a code is sent if the mode is email or SMS.',
  params: { password: Type.String(), auth_code: Type.Optional(Type.String()) },
  result: StatusOk,
})

export const recoverTwoStep = operation({
  name: 'recover_two_step',
  method: 'POST',
  path: '/api/2/person/two_step/recovery',
  area: 'People',
  summary: 'Turn off two-step verification with the recovery key',
  description: 'For people who lost their device.',
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
  summary: 'Turn off two-step verification of a person',
  description: 'For administrators, if the person lost both the device and the recovery key.',
  ours: true,
  params: { person_id: IdOf<PersonId>() },
  result: StatusOk,
})

export const unlockPerson = operation({
  name: 'unlock_person',
  method: 'POST',
  path: '/api/2/person/{person_id}/unlock',
  area: 'People',
  summary: 'Unlock an account',
  description: 'For administrators. Accounts are locked after repeated failed sign-ins.',
  ours: true,
  params: { person_id: IdOf<PersonId>() },
  result: StatusOk,
})
