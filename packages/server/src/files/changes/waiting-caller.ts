import type { PersonPrincipal } from '../../platform/principal.ts'

/** Someone who waits for an answer that takes long, and may lose the right to it meanwhile, or go away. */
export interface WaitingCaller {
  who: PersonPrincipal
  /** Finds out again; throws once the caller would no longer be let in. */
  again(): Promise<PersonPrincipal>
  onGone(stop: () => void): void
}
