import type { EntryId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'

export interface Lock {
  readonly personId: PersonId
  /** Null if it holds until it is unlocked. */
  readonly until: Instant | null
}

/** What those who look after locks ask of the service. A refusal rejects with `ApiClientError`. */
export interface LockCalls {
  /** Who this device is signed in as. */
  getOwnId(): Promise<PersonId>
  /** The locks of these items, without those of folders above them. That of the top level is the root's. */
  listLocks(ids: readonly EntryId[]): Promise<ReadonlyMap<EntryId, Lock>>
  lockFile(id: EntryId, minutes: number): Promise<void>
  unlockFile(id: EntryId): Promise<void>
}
