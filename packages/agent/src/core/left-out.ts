import type { EntryId } from '@holdfast/api/ids'
import { isIgnored } from './ignore.ts'
import type { LocalId } from './local-id.ts'
import type { Trees } from './trees.ts'

/** What is not the same here and there because this device does not keep it, for whoever is told. Plans keep it up to date. */
export class LeftOut {
  /** Items of the service with names that are ignored. What lies in them is left out with them. */
  readonly ignored = new Set<EntryId>()
  /** Items of the service that people have listed, as well. */
  readonly listed = new Set<EntryId>()
  /** Files of the disk that are not sent because people have listed them. */
  readonly unsent = new Set<LocalId>()

  clear(): void {
    for (const set of [this.ignored, this.listed, this.unsent]) set.clear()
  }
}

/** Notes whether a row has a name that is not kept, in a folder that is. */
export function noteIgnored({ remote, leftOut }: Trees, id: EntryId): void {
  leftOut.listed.delete(id)
  const row = remote.get(id)
  const isLeftOut =
    row !== undefined &&
    isIgnored(row.name) &&
    !remote.deselected.has(id) &&
    remote.live(id) !== undefined &&
    remote.visible(row.parentId) !== undefined
  if (isLeftOut) leftOut.ignored.add(id)
  else leftOut.ignored.delete(id)
}
