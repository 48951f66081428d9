import { updateGuest } from '@holdfast/api/accounts/guests'
import { getOwnPerson, updatePerson } from '@holdfast/api/accounts/people'
import type { ResultOf } from '@holdfast/api/operation'
import type { TwoStepMode } from '@holdfast/api/sign-in/oauth'
import { disableTwoStep, enableTwoStep } from '@holdfast/api/sign-in/two-step'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../data/service/api.ts'
import { queries } from '../../data/service/queries.ts'
import type { Session } from '../../data/service/session.ts'

export type Account = ResultOf<typeof getOwnPerson>

/** The person, and how it signs in. */
export const useAccount = () =>
  useQuery({
    queryKey: ['person', 'state'],
    queryFn: ({ signal }) => call(getOwnPerson, { include_state: true }, { signal }),
    staleTime: 0,
  })

/** Wherever something about the account is shown. */
export const accountChanged = (): Promise<void> => queries.invalidateQueries({ queryKey: ['person'] })

export interface NewPassword {
  current: string
  next: string
  endAppPasswords: boolean
}

export function setOwnPassword({ person_id, guest }: Session, given: NewPassword) {
  const { current: current_password, next: password, endAppPasswords: end_app_passwords } = given
  if (person_id !== null)
    return call(updatePerson, { person_id, current_password, password, end_app_passwords })
  return guest && call(updateGuest, { guest_id: guest.id, current_password, password })
}

/** The keys that the first call gives are shown by no other. */
export interface Begun {
  mode: TwoStepMode
  password: string
  key: string
  uri: string
  backupKey: string
}

/** First without a code, which gives the keys or has a code sent; then with one that proves that they arrived. */
export async function beginTwoStep(mode: TwoStepMode, password: string, phone: string): Promise<Begun> {
  const mobile_phone = mode === 'sms' ? { mobile_phone: phone } : {}
  const given = await call(enableTwoStep, { password, mode, ...mobile_phone })
  const { key = '', uri = '', backup_key: backupKey = '' } = given
  return { mode, password, key, uri, backupKey }
}
const digits = (code: string): string => code.replaceAll(/\s/g, '')
export const confirmTwoStep = ({ mode, password }: Begun, code: string) =>
  call(enableTwoStep, { password, mode, auth_code: digits(code) })

/** Without a code, one is sent where the mode sends codes. */
export const endTwoStep = (password: string, code: string | undefined) =>
  call(disableTwoStep, { password, ...(code !== undefined && { auth_code: digits(code) }) })
