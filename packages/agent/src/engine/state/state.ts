import type { SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import type { Subject } from '../../core/affected.ts'
import type { Past } from '../../core/finished.ts'
import { IgnoreRules } from '../../core/ignore-rules.ts'
import type { LocalId } from '../../core/local-id.ts'
import type { LocalEntry } from '../../core/local-tree.ts'
import { Recent } from '../../core/recent.ts'
import { Trees } from '../../core/trees.ts'
import type { Intent, Position, StoreChanges, Stored, TakenRules } from '../../ports/store.ts'
import { UnreadFiles } from './unread-files.ts'

const MOST_SIGHTS = 1000

/** What an agent knows of a root while it runs. Whatever of it must outlive the process is written down by a `Saver`. */
export class State {
  readonly trees: Trees
  position: Position | undefined
  opCount: number
  /** Folders of the service whose items are still to be asked for. Stored as `unread`. */
  readonly unlistedFolders: Set<EntryId>
  /** Items with news about their locks that nobody has asked about yet; the top stands for the root. */
  readonly lockNews = new Set<EntryId>()
  /** Folders to look at before the next plan. */
  readonly toScan = new Set<LocalId>()
  /** Files that were seen and not read yet, or that someone was writing to: as if they had been changed after the look. */
  readonly toRead = new UnreadFiles()
  /** What looks found lately of files that were written just now, by their folders and names. */
  readonly sights = new Recent<string, Past>(MOST_SIGHTS)
  /** Files that are known as they were so soon after they were written that the next edit may not show. */
  readonly unsure = new Set<LocalId>()
  /** Folders with new files that were not even noted, since enough are to be read: as if they had been made after the look. */
  readonly toNote = new Set<LocalId>()
  /** Items that somebody decided to delete, where that was done, while they are here. */
  readonly decidedThere = new Set<EntryId>()
  /** Whether somebody has confirmed here that so much is deleted: those who follow are notified. */
  isConfirmed = false
  /** What the last plan left open; `everything` before the first. */
  unsettled: Set<Subject> | 'everything' = 'everything'
  /** Of the list of what is not sent, as it was last looked at. */
  rulesStamp: string | undefined
  /** The one that counts. */
  rules: TakenRules | undefined
  /** A newer one of somebody else, for which nobody has said yes on this device, and how many files it is about. */
  waitingRules: (TakenRules & { readonly files: number }) | undefined
  readonly #intents: Map<string, Intent>
  readonly #changedIntents = new Set<string>()
  #savedPosition: Position | undefined

  /** So many items as `most` are held that are as they were written down. */
  constructor(stored: Stored, most: number) {
    this.trees = new Trees(stored.shelf, most, stored.leftNames)
    this.trees.unreadFiles = this.toRead
    this.position = stored.position
    this.#savedPosition = stored.position
    this.opCount = stored.opCount
    this.rules = stored.rules
    this.trees.ignoring = new IgnoreRules(stored.rules?.text ?? '')
    this.unlistedFolders = new Set(stored.unread)
    this.#intents = new Map([...stored.intents].map((intent) => [intent.opId, intent]))
    const { remote, leftovers } = this.trees
    for (const id of stored.leftovers) leftovers.add(id)
    remote.deselected = new Set(stored.deselected)
  }

  /** A name given to an item may give it another stamp, but no other content. */
  noteMove(local: LocalEntry, to: Pick<LocalEntry, 'parentId' | 'name' | 'stamp'>): void {
    this.trees.local.put({ ...local, ...to, rawName: to.name })
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
    const { remote, links, local, leftovers, leftNames } = this.trees
    const samePosition = this.position === this.#savedPosition
    const isSame = ![remote, links, local].some(({ shelved }) => shelved.hasChanges)
    if (samePosition && isSame && this.#changedIntents.size === 0 && !leftNames.hasChanges) return undefined
    const changes: StoreChanges = {
      position: this.position,
      rows: remote.shelved.takeChanges(),
      links: links.shelved.takeChanges(),
      locals: local.shelved.takeChanges(),
      intents: new Map([...this.#changedIntents].map((opId) => [opId, this.#intents.get(opId)])),
      leftNames: leftNames.takeChanges(),
      leftovers: [...leftovers],
      deselected: [...remote.deselected],
      unread: [...this.unlistedFolders],
      opCount: this.opCount,
      rules: this.rules,
    }
    this.#savedPosition = this.position
    this.#changedIntents.clear()
    return changes
  }

  /** They are written down. */
  settle({ rows, links, locals }: StoreChanges): void {
    const { trees } = this
    trees.remote.shelved.settle(rows)
    trees.links.settle(links)
    trees.local.shelved.settle(locals)
  }

  /** From now on this device has all but these folders. */
  deselect(folders: ReadonlySet<EntryId>): void {
    this.trees.remote.deselected = folders
    this.unsettled = 'everything'
    this.#savedPosition = undefined
  }

  /** From now on these count. */
  takeRules(rules: TakenRules): void {
    this.waitingRules = undefined
    if (rules.text === this.rules?.text) return
    this.rules = rules
    this.trees.ignoring = new IgnoreRules(rules.text)
    this.unsettled = 'everything'
    this.#savedPosition = undefined
  }

  noteLocks(entries: readonly Pick<SyncEntry, 'entry_id' | 'lock'>[]): void {
    for (const { entry_id, lock } of entries) if (lock) this.lockNews.add(entry_id)
  }

  markListed(folder: EntryId): void {
    this.unlistedFolders.delete(folder)
    this.#savedPosition = undefined
  }
}
