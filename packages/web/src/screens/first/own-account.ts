import { updatePerson } from '@holdfast/api/people'
import { enableTwoStep } from '@holdfast/api/two-step'
import { call } from '../../data/api.ts'
import type { Session } from '../../data/session.ts'

export const setOwnPassword = async ({ person_id }: Session, current_password: string, password: string) =>
  person_id !== null && call(updatePerson, { person_id, current_password, password })

/** First without a code, which gives the key; then with one that an authenticator makes of it. */
export const beginTwoStep = (password: string) => call(enableTwoStep, { password, mode: 'authenticator' })
export const confirmTwoStep = (password: string, auth_code: string) =>
  call(enableTwoStep, { password, mode: 'authenticator', auth_code })
