import type { OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import {
  type CurrentSession,
  createWebSession,
  endWebSession,
  getWebSession,
} from '@holdfast/api/sign-in/sessions'
import { ApiClientError, call, callOnce, keepCsrfToken } from './api.ts'
import { signedInAgain } from './signed-out.ts'

export type Session = CurrentSession

/** Made by the first start of a service. */
const ROOT_ORGANIZATION = 1

let known: Session | undefined

/** As it was when the app started: who one is does not change without a new start. */
export const ownPersonId = (): PersonId | undefined => known?.person?.id
export const ownOrganizationId = (): OrganizationId | undefined => known?.organization.id
/** Whether one administers the own organization. */
export const isAdministrator = (): boolean =>
  known?.person?.site_admin === true || known?.person?.system_admin === true
/** Whether one administers the organization that all others belong to. */
export const runsTheService = (): boolean => isAdministrator() && known?.organization.id === ROOT_ORGANIZATION
/** Of a person or a guest: what this browser keeps for one it keeps from others. */
export const ownAccount = (): number => known?.person?.id ?? known?.guest?.id ?? 0

/** Whether the service makes small pictures of pictures. */
export const makesThumbnails = (): boolean => known?.thumbnails === true

/** One's own files: their root has the name of its owner, which says nothing to that. */
export const isOwnRoot = (root: RootId): boolean => root === known?.person?.root_id

/** What a root is called that someone has a part in; empty where it is not known. */
export const nameOfRoot = (root: RootId): string =>
  known?.person?.roots?.find(({ id }) => id === root)?.name ?? ''

/** Who is signed in; the answer has what every change must be sent with. Undefined where nobody is. */
export async function loadSession(): Promise<Session | undefined> {
  try {
    const session = await callOnce(getWebSession, {})
    keepCsrfToken(session.csrf_token)
    known = session
    return session
  } catch (error) {
    if (error instanceof ApiClientError && error.status === 401) return undefined
    throw error
  }
}

export const signOut = (): Promise<unknown> => call(endWebSession, {})

/** A new sign-in has a new token for changes: the other tabs of this browser need it too. */
const tabs = new BroadcastChannel('holdfast-session')
tabs.onmessage = ({ data }: MessageEvent<string>) => goOn(data)

function goOn(token: string): void {
  keepCsrfToken(token)
  signedInAgain()
}

/** For someone who was signed out in the middle of something. */
export async function signInHere(email: string, password: string, code: string | undefined): Promise<void> {
  const { csrf_token } = await callOnce(createWebSession, {
    email,
    password,
    ...(code !== undefined && { auth_code: code }),
  })
  goOn(csrf_token)
  tabs.postMessage(csrf_token)
}

export const emailOf = ({ person, guest }: Session): string => person?.email ?? guest?.email ?? ''
export const nameOf = (session: Session): string => session.person?.display_name || emailOf(session)
