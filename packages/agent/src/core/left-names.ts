import { nameKey } from '@holdfast/api/files/names'
import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'

/** A name that a file on the service had until this device renamed or deleted it. */
export interface LeftName {
  readonly folder: EntryId
  readonly name: string
  readonly rowId: EntryId
  /** The version that the file has since. */
  readonly ver: number
  readonly at: Instant
}

/** More at once is no program that saves its files. */
const MOST = 1000

const keyOf = (folder: EntryId, name: string): string => `${folder}/${nameKey(name)}`

/** Names that were left a moment ago: who takes one again has saved the file that had it. */
export class LeftNames {
  readonly #byPlace: Map<string, LeftName>
  readonly #changed = new Set<string>()

  constructor(known: Iterable<LeftName> = []) {
    this.#byPlace = new Map([...known].map((left) => [keyOf(left.folder, left.name), left]))
  }

  find(folder: EntryId, name: string): LeftName | undefined {
    const left = this.#byPlace.get(keyOf(folder, name))
    return left?.name === name ? left : undefined
  }

  note(left: LeftName): void {
    this.#set(keyOf(left.folder, left.name), left)
    for (const key of this.#byPlace.keys()) {
      if (this.#byPlace.size <= MOST) return
      this.#set(key, undefined)
    }
  }

  /** A file that left names is deleted now: they are its names still. */
  noteDeleted(rowId: EntryId, ver: number): void {
    for (const [key, left] of this.#byPlace) if (left.rowId === rowId) this.#set(key, { ...left, ver })
  }

  drop(folder: EntryId, name: string): void {
    this.#set(keyOf(folder, name), undefined)
  }

  forgetBefore(at: Instant): void {
    for (const [key, left] of this.#byPlace) if (left.at < at) this.#set(key, undefined)
  }

  get hasChanges(): boolean {
    return this.#changed.size > 0
  }

  /** What is not written down yet; undefined stands for what is gone. */
  takeChanges(): Map<string, LeftName | undefined> {
    const taken = new Map([...this.#changed].map((key) => [key, this.#byPlace.get(key)]))
    this.#changed.clear()
    return taken
  }

  #set(key: string, left: LeftName | undefined): void {
    if (left) this.#byPlace.set(key, left)
    else if (!this.#byPlace.delete(key)) return
    this.#changed.add(key)
  }
}
