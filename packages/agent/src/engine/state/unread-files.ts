import type { Instant } from '@holdfast/api/time'
import { SETTLE_MS } from '../../core/finished.ts'
import type { LocalId } from '../../core/local-id.ts'
import type { DiskEntry } from '../../ports/disk.ts'

/** A file as it was seen in a folder. */
export interface UnreadFile {
  readonly folder: LocalId
  readonly entry: DiskEntry
  /** Since when it has been there to be read. */
  readonly since: Instant
  /** Since when it has looked like this. */
  readonly seenAt: Instant
  /** It is not read before then. */
  readonly notBefore: Instant
  /** It looks finished: it is read sooner than others that were written just now, if nobody has it open. */
  readonly isEarly: boolean
  readonly tries: number
}

/** It was not finished after all: it waits as long as any other file that was written just now. */
export const restedLonger = (file: UnreadFile): UnreadFile => ({
  ...file,
  isEarly: false,
  notBefore: Math.max(file.notBefore, file.seenAt + SETTLE_MS),
})

/** Nobody is at it, and no try to read it has failed. */
const isReady = ({ entry, tries }: UnreadFile): boolean => !entry.restless && tries === 0

/** Files that were seen and not read yet, in the order in which they were: by their ids, and by the folders they were seen in. */
export class UnreadFiles {
  readonly #all = new Map<LocalId, UnreadFile>()
  readonly #inside = new Map<LocalId, Set<LocalId>>()
  #ready = 0

  get size(): number {
    return this.#all.size
  }

  /** How many of them nothing keeps from being read. */
  get ready(): number {
    return this.#ready
  }

  has = (id: LocalId): boolean => this.#all.has(id)
  get = (id: LocalId): UnreadFile | undefined => this.#all.get(id)
  values = (): Iterable<UnreadFile> => this.#all.values()

  seenIn(folder: LocalId): UnreadFile[] {
    return [...(this.#inside.get(folder) ?? [])].flatMap((id) => this.#all.get(id) ?? [])
  }

  /** Whether there are some that can be read by now. */
  hasReadable(now: Instant): boolean {
    for (const { notBefore } of this.#all.values()) if (notBefore <= now) return true
    return false
  }

  /** From when on one of them can be read. */
  get nextAt(): Instant {
    let next = Number.POSITIVE_INFINITY
    for (const { notBefore } of this.#all.values()) next = Math.min(next, notBefore)
    return next
  }

  /** None of them is read early. */
  rest(): void {
    for (const file of this.#all.values()) if (file.isEarly) this.put(restedLonger(file))
  }

  put(file: UnreadFile): void {
    const { folder, entry } = file
    const before = this.#all.get(entry.id)
    if (before && before.folder !== folder) this.#detach(before)
    this.#ready += Number(isReady(file)) - Number(before !== undefined && isReady(before))
    this.#all.set(entry.id, file)
    const beside = this.#inside.get(folder)
    if (beside) beside.add(entry.id)
    else this.#inside.set(folder, new Set([entry.id]))
  }

  delete(id: LocalId): void {
    const before = this.#all.get(id)
    if (!before) return
    this.#detach(before)
    this.#ready -= Number(isReady(before))
    this.#all.delete(id)
  }

  #detach({ folder, entry }: UnreadFile): void {
    const beside = this.#inside.get(folder)
    beside?.delete(entry.id)
    if (beside?.size === 0) this.#inside.delete(folder)
  }
}
