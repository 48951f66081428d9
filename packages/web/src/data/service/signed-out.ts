import { Watched } from '../../platform/watched.ts'

/** Someone whose sign-in has ended is asked for the password where they are: nothing of what they were doing is lost. */
export const signInWanted = new Watched<PromiseWithResolvers<void> | undefined>(undefined)

/** Resolves once somebody has signed in again as the same person. All who wait wait for the same. */
export function signInAgain(): Promise<void> {
  const earlier = signInWanted.get()
  if (earlier) return earlier.promise
  const waiting = Promise.withResolvers<void>()
  signInWanted.set(waiting)
  return waiting.promise
}

export function signedInAgain(): void {
  signInWanted.get()?.resolve()
  signInWanted.set(undefined)
}
