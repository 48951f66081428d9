import type { EntryId } from '@holdfast/api/ids'
import type { SyncEntry } from '@holdfast/api/sync'
import type { Instant } from '@holdfast/api/time'
import type { Subject } from '../core/affected.ts'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import type { LocalEntry } from '../core/local-tree.ts'
import type { RemoteRow } from '../core/remote-tree.ts'
import { Trees } from '../core/trees.ts'
import type { DiskEntry } from '../ports/disk.ts'
import type { Intent, KnownFile, Position, StoreChanges, Stored } from '../ports/store.ts'

/** A file as it was seen in a folder. */
export interface Unread {
  readonly folder: LocalId
  readonly entry: DiskEntry
  /** Since when it has looked like this. */
  readonly since: Instant
  /** It is not read before then. */
  readonly notBefore: Instant
  readonly tries: number
}

/** What an agent knows of a root while it runs. Whatever of it must outlive the process is written down by a `Saver`. */
export class State {
  readonly trees = new Trees()
  position: Position | undefined
  opCount: number
  /** Folders whose items are still to be asked for. */
  readonly unread: Set<EntryId>
  /** Items of whose locks something was told that nobody has asked about yet. */
  readonly lockNews = new Set<EntryId>()
  /** Folders to look at before the next plan. */
  readonly toScan = new Set<LocalId>()
  /** Files that were seen and not read yet, or that someone was writing to: as if they had been changed after the look. */
  readonly toRead = new Map<LocalId, Unread>()
  /** What the last plan left open; `everything` before the first. */
  unsettled: Set<Subject> | 'everything' = 'everything'
  /** Of the list of what is not sent, as it was taken. */
  rulesStamp: string | undefined
  readonly #intents: Map<string, Intent>
  /** What files held that no look has found yet since this began; of others the local tree knows it. */
  readonly #files = new Map<LocalId, KnownFile>()
  readonly #changedFiles = new Set<LocalId>()
  readonly #changedIntents = new Set<string>()
  #savedPosition: Position | undefined

  constructor(stored: Stored) {
    this.position = stored.position
    this.#savedPosition = stored.position
    this.opCount = stored.opCount
    this.unread = new Set(stored.unread)
    this.#intents = new Map([...stored.intents].map((intent) => [intent.opId, intent]))
    const { remote, links, leftovers, dirty } = this.trees
    for (const row of stored.rows) remote.learn(row)
    const share = sharing<LocalId>()
    for (const link of stored.links) links.put(leanLink(link, remote.get(link.rowId), share))
    for (const [id, file] of stored.files) {
      const link = links.ofLocal(id)
      this.#files.set(
        link?.localId ?? id,
        file.content === link?.content ? { ...file, content: link.content } : file,
      )
    }
    for (const id of stored.leftovers) leftovers.add(id)
    remote.deselected = new Set(stored.deselected)
    remote.changed.clear()
    links.changed.clear()
    dirty.take()
  }

  knownFile(id: LocalId): KnownFile | undefined {
    const entry = this.trees.local.get(id)
    if (!entry) return this.#files.get(id)
    const { stamp, content } = entry
    return content === null ? undefined : { stamp, content }
  }

  /** Whether files were seen that can be read now, and were not because one look does not read so many. */
  hasReadable(now: Instant): boolean {
    for (const { notBefore } of this.toRead.values()) if (notBefore <= now) return true
    return false
  }

  /** A look has found a file as it was known: from then on the local tree knows it. */
  foundFile(id: LocalId): void {
    this.#files.delete(id)
  }

  /** What the local tree knows of a file, or that it is gone, is written down with whatever is saved next. */
  noteFile(id: LocalId): void {
    this.#files.delete(id)
    this.#changedFiles.add(id)
  }

  /** A name given to an item may give it another stamp, but no other content. */
  noteMove(local: LocalEntry, to: Pick<LocalEntry, 'parentId' | 'name' | 'stamp'>): void {
    this.trees.local.put({ ...local, ...to, rawName: to.name })
    if (local.content !== null) this.noteFile(local.id)
  }

  intent = (opId: string): Intent | undefined => this.#intents.get(opId)
  intents = (): Iterable<Intent> => this.#intents.values()

  addIntent(intent: Intent): void {
    this.#intents.set(intent.opId, intent)
    this.#changedIntents.add(intent.opId)
  }

  dropIntent(opId: string): void {
    if (this.#intents.delete(opId)) this.#changedIntents.add(opId)
  }

  /** Item by item, what the store does not have yet. */
  takeChanges(): StoreChanges | undefined {
    const { remote, links, leftovers } = this.trees
    const samePosition = this.position === this.#savedPosition
    if (
      samePosition &&
      remote.changed.size + links.changed.size + this.#changedIntents.size + this.#changedFiles.size === 0
    )
      return undefined
    const changes: StoreChanges = {
      position: this.position,
      rows: new Map([...remote.changed].map((id) => [id, remote.get(id)])),
      links: new Map([...links.changed].map((id) => [id, links.ofRow(id)])),
      files: new Map([...this.#changedFiles].map((id) => [id, this.knownFile(id)])),
      intents: new Map([...this.#changedIntents].map((opId) => [opId, this.#intents.get(opId)])),
      leftovers: [...leftovers],
      deselected: [...remote.deselected],
      unread: [...this.unread],
      opCount: this.opCount,
    }
    this.#savedPosition = this.position
    for (const set of [remote.changed, links.changed, this.#changedFiles, this.#changedIntents]) set.clear()
    return changes
  }

  /** From now on this device has all but these folders. */
  deselect(folders: ReadonlySet<EntryId>): void {
    this.trees.remote.deselected = folders
    this.unsettled = 'everything'
    this.#savedPosition = undefined
  }

  noteLocks(entries: readonly Pick<SyncEntry, 'entry_id' | 'lock'>[]): void {
    for (const { entry_id, lock } of entries) if (lock) this.lockNews.add(entry_id)
  }

  markRead(folder: EntryId): void {
    this.unread.delete(folder)
    this.#savedPosition = undefined
  }
}

/** Gives the same text for equal ones: of a million files, texts are most of what is kept. */
function sharing<Text extends string>(): (text: Text) => Text {
  const known = new Map<Text, Text>()
  return (text) => {
    const same = known.get(text)
    if (same === undefined) known.set(text, text)
    return same ?? text
  }
}

const leanLink = (link: Link, row: RemoteRow | undefined, share: (id: LocalId) => LocalId): Link => ({
  ...link,
  localId: share(link.localId),
  localParent: share(link.localParent),
  name: row?.name === link.name ? row.name : link.name,
  content: row?.content === link.content ? row.content : link.content,
})
