import type { EntryId } from '@holdfast/api/ids'
import type { LocalId } from './local-id.ts'

/** What is not the same here and there because this device does not keep it, for the person who is shown it. Plans keep it up to date. */
export class LeftOut {
  /** Items of the service with names that are ignored. What is in them is left out with them. */
  readonly ignored = new Set<EntryId>()
  /** Items of the service that people have listed, as well. */
  readonly listed = new Set<EntryId>()
  /** Files of the disk that are not sent because people have listed them. */
  readonly unsent = new Set<LocalId>()

  clear(): void {
    for (const set of [this.ignored, this.listed, this.unsent]) set.clear()
  }
}
