import type { PersonId } from '@holdfast/api/ids'
import { endWebSession, getWebSession } from '@holdfast/api/sessions'
import { ApiClientError, call, callOnce, keepCsrfToken } from './api.ts'

export interface Session {
  personId: PersonId
}

/** Who is signed in; the answer has what every change must be sent with. Undefined where nobody is. */
export async function loadSession(): Promise<Session | undefined> {
  try {
    const { person_id, csrf_token } = await callOnce(getWebSession, {})
    keepCsrfToken(csrf_token)
    return { personId: person_id }
  } catch (error) {
    if (error instanceof ApiClientError && error.status === 401) return undefined
    throw error
  }
}

export const signOut = (): Promise<unknown> => call(endWebSession, {})
