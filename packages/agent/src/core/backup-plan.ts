import type { EntryId } from '@holdfast/api/ids'
import type { RawName } from './backup-meta.ts'
import { BRAKE_FILES, BRAKE_SHARE } from './brake.ts'
import type { Kind } from './remote-tree.ts'

/** An item of the backup, as the service was last known to have it, with how the disk looked then. */
export interface KnownItem {
  readonly id: EntryId
  readonly parentId: EntryId
  readonly kind: Kind
  readonly raw: RawName
  readonly name: string
  readonly ver: number
  readonly content: string | null
  readonly size: number
  readonly modified: string
  readonly meta: string | null
  /** Who it is on the disk, wherever it is; null where nothing tells. */
  readonly identity: string | null
  /** Of what was read last; null where that is not to be relied on. */
  readonly stamp: string | null
}

/** An item of a folder, as one look found it. */
export interface SeenItem {
  readonly raw: RawName
  /** `unknown`: something is there, and nobody can say what. */
  readonly kind: Kind | 'link' | 'unknown'
  readonly identity: string | null
  readonly stamp: string
}

export interface FolderDifference<Seen extends SeenItem> {
  readonly same: readonly { readonly known: KnownItem; readonly seen: Seen }[]
  /** In the order of their names. */
  readonly fresh: readonly Seen[]
  readonly gone: readonly KnownItem[]
}

/** The service knows two kinds: a link is a file there. */
export const kindOf = (kind: SeenItem['kind']): Kind => (kind === 'folder' ? 'folder' : 'file')

/**
 * What became of the items of a folder. What has the name of a known item is that item: an editor that puts a new file
 * in the place of the old one has changed it.
 */
export function compareFolder<Seen extends SeenItem>(
  known: readonly KnownItem[],
  seen: readonly Seen[],
): FolderDifference<Seen> {
  const byName = new Map(known.map((item) => [item.raw, item]))
  const same: { known: KnownItem; seen: Seen }[] = []
  const fresh: Seen[] = []
  const there = new Set<KnownItem>()
  for (const item of seen) {
    const before = byName.get(item.raw)
    if (before && (item.kind === 'unknown' || before.kind === kindOf(item.kind))) {
      there.add(before)
      if (item.kind !== 'unknown') same.push({ known: before, seen: item })
    } else if (item.kind !== 'unknown') fresh.push(item)
  }
  fresh.sort((one, other) => (one.raw < other.raw ? -1 : 1))
  return { same, fresh, gone: known.filter((item) => !there.has(item)) }
}

/**
 * Which known items are missing where they were, while folder after folder is looked at. Of a missing folder nothing is
 * known about what was in it: that may turn up elsewhere, with the folder or alone.
 */
export class MissingItems {
  readonly #find: (id: EntryId) => KnownItem | undefined
  readonly #missing = new Set<EntryId>()
  readonly #found = new Set<EntryId>()

  constructor(find: (id: EntryId) => KnownItem | undefined) {
    this.#find = find
  }

  add(items: readonly KnownItem[]): void {
    for (const { id } of items) if (!this.#found.has(id)) this.#missing.add(id)
  }

  /** Whether an item may be one that was seen elsewhere: it is not where it was, nor was it found before. */
  isMissing(id: EntryId): boolean {
    const passed = new Set<EntryId>()
    for (let at: EntryId | undefined = id; at !== undefined && !passed.has(at); ) {
      if (this.#missing.has(at)) return true
      if (this.#found.has(at)) return false
      passed.add(at)
      at = this.#find(at)?.parentId
    }
    return false
  }

  markFound(id: EntryId): void {
    this.#missing.delete(id)
    this.#found.add(id)
  }

  wasFound = (id: EntryId): boolean => this.#found.has(id)

  /** The uppermost ones. */
  left = (): EntryId[] => [...this.#missing]
}

/** Whether so much is missing at once that a person should look first. */
export const isTooMuchGone = (gone: number, files: number): boolean =>
  gone > Math.max(BRAKE_FILES, files * BRAKE_SHARE)
