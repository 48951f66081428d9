import { newSignInFile, type SignedIn, signInFile } from '../net/tokens.ts'
import { NOT_SIGNED_IN } from '../words/status.ts'
import { CLOCK } from './clock.ts'
import type { Connection } from './connection.ts'
import type { Home } from './home.ts'
import { UserError } from './user-error.ts'

/** So long the service of the sign-in before may take to hear that it is over. It may not be there any more. */
const GOODBYE_MS = 5000

export async function getNewSignIn(home: Home): Promise<SignedIn> {
  const signedIn = await newSignInFile(home.folder).read()
  if (!signedIn?.refreshToken) throw new UserError(NOT_SIGNED_IN)
  return signedIn
}

/** Nothing works by the one before any more. Until the new one is written down, that one counts. */
export async function replaceSignIn(
  home: Home,
  signedIn: SignedIn,
  before: Connection | undefined,
): Promise<void> {
  await before?.line.tokens.retire()
  await signInFile(home.folder).write(signedIn)
  await newSignInFile(home.folder).remove()
  const said = new AbortController()
  const giveBack = before?.line.tokens.giveBack().finally(() => said.abort())
  if (giveBack) await Promise.race([giveBack, CLOCK.pause(GOODBYE_MS, said.signal)])
  await before?.close()
}
