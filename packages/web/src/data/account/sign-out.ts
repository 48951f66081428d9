import { endWebSession } from '@holdfast/api/sign-in/sessions'
import { forgetUploads } from '../../platform/kept.ts'
import { forget } from '../../platform/preferences.ts'
import { call } from '../service/api.ts'
import { forgetKept } from '../service/kept.ts'
import { ownAccount, tellSignOut } from '../service/session.ts'

/** Nothing about files, nor about who it was, stays in the browser; nor what was not uploaded yet. */
export async function signOut(): Promise<void> {
  const account = ownAccount()
  forget(`added:${account}`)
  forget(`settings:${account}`)
  tellSignOut()
  await Promise.all([forgetKept(true), forgetUploads(account)])
  await call(endWebSession, {})
}
