/** Someone whose sign-in has ended is asked for the password where they are: nothing of what they were doing is lost. */
type Listener = () => void

let waiting: { resolve: () => void; reject: (reason: Error) => void; promise: Promise<void> } | undefined
const listeners = new Set<Listener>()

/** Resolves once somebody has signed in again as the same person. All who wait wait for the same. */
export function signInAgain(): Promise<void> {
  if (!waiting) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting = { promise, resolve, reject }
    tell()
  }
  return waiting.promise
}

export function signedInAgain(): void {
  waiting?.resolve()
  waiting = undefined
  tell()
}

export const isSignInAsked = (): boolean => waiting !== undefined

export function onSignInAsked(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tell = (): void => {
  for (const listener of listeners) listener()
}
