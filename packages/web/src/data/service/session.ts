import type { OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { type CurrentSession, createWebSession, getWebSession } from '@holdfast/api/sign-in/sessions'
import { ApiClientError, callOnce, keepCsrfToken } from './api.ts'
import { forgetKept, isKept, keepAgain, keepFor, openKept } from './kept.ts'
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
/** As the policy of the own organization says; the server decides. */
export const mayCreateShares = (): boolean => isAdministrator() || known?.person?.can_share === true
export const mayInvitePeople = (): boolean =>
  isAdministrator() && known?.person?.company_policy.admin_create_users === true
export const ownOrganizationName = (): string => known?.organization.name ?? ''
/** Whether one administers the organization that all others belong to. */
export const runsTheService = (): boolean => isAdministrator() && known?.organization.id === ROOT_ORGANIZATION
/** Of a person or a guest: what this browser keeps for one it keeps from others. */
export const ownAccount = (): number => known?.person?.id ?? known?.guest?.id ?? 0

/** Whether the service makes small pictures of pictures. */
export const makesThumbnails = (): boolean => known?.thumbnails === true

/** One's own files: their root has the name of its owner, which says nothing to that. */
/** Undefined for those who have no files of their own. */
export const ownRoot = (): RootId | undefined => known?.person?.root_id ?? undefined
export const isOwnRoot = (root: RootId): boolean => root === known?.person?.root_id

/** What a root is called that someone has a part in; empty where it is not known. */
export const nameOfRoot = (root: RootId): string =>
  known?.person?.roots?.find(({ id }) => id === root)?.name ?? ''

/** Longer than a server takes that can be reached. */
const PATIENCE_MS = 8000

/**
 * Who is signed in; the answer has what every change must be sent with. Undefined where nobody is. Where the server cannot
 * be reached it is whoever was, and what is shown is what was kept for them.
 */
export async function loadSession(): Promise<Session | undefined> {
  const asked = callOnce(getWebSession, {})
  let isAnswered = false
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(async () =>
    isAnswered ? asked : ((await openKept()) ?? asked),
  )
  late.catch(() => {})
  try {
    known = await Promise.race([asked, late]).finally(() => {
      isAnswered = true
    })
    keepCsrfToken(known.csrf_token)
    if (!isKept()) void keepFor(known)
  } catch (error) {
    if (error instanceof ApiClientError && error.status < 500) {
      if (error.status !== 401) throw error
      await forgetKept()
      return undefined
    }
    known = await openKept()
    if (!known) throw error
  }
  return known
}

/** A new sign-in has a new token for changes: the other tabs of this browser need it too. */
const tabs = new BroadcastChannel('holdfast-session')
tabs.onmessage = ({ data }: MessageEvent<string>) => (data === '' ? void forgetKept() : void goOn(data))

/** The other tabs keep nothing more for whoever signs out. */
export const tellSignOut = (): void => tabs.postMessage('')

/** What is read again from now on is kept again. */
async function goOn(token: string): Promise<void> {
  keepCsrfToken(token)
  if (known) await keepAgain(known).catch(() => {})
  signedInAgain()
}

/** For someone who was signed out in the middle of something. */
export async function signInHere(email: string, password: string, code: string | undefined): Promise<void> {
  const { csrf_token } = await callOnce(createWebSession, {
    email,
    password,
    ...(code !== undefined && { auth_code: code }),
  })
  await goOn(csrf_token)
  tabs.postMessage(csrf_token)
}

/** Of the own account. */
export const ownEmail = (): string => (known ? emailOf(known) : '')
export const emailOf = ({ person, guest }: Session): string => person?.email ?? guest?.email ?? ''
export const nameOf = (session: Session): string => session.person?.display_name || emailOf(session)
