import type { EntryId } from '@holdfast/api/ids'
import type { Subject } from '../core/affected.ts'
import type { LocalId } from '../core/local-id.ts'
import { Trees } from '../core/trees.ts'
import type { Intent, Position, Store, StoreChanges, Stored } from '../ports/store.ts'

/** What an agent knows of a root while it runs. Whatever of it must outlive the process is written by `save`. */
export class State {
  readonly trees = new Trees()
  position: Position | undefined
  opCount: number
  /** Folders whose items are still to be asked for. */
  readonly unread: Set<EntryId>
  /** Folders to look at before the next plan. */
  readonly toScan = new Set<LocalId>()
  /** What the last plan left open; `everything` before the first. */
  unsettled: Set<Subject> | 'everything' = 'everything'
  readonly #intents: Map<string, Intent>
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
    for (const link of stored.links) links.put(link)
    for (const id of stored.leftovers) leftovers.add(id)
    remote.deselected = new Set(stored.deselected)
    remote.changed.clear()
    links.changed.clear()
    dirty.take()
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
    if (samePosition && remote.changed.size + links.changed.size + this.#changedIntents.size === 0)
      return undefined
    const changes: StoreChanges = {
      position: this.position,
      rows: new Map([...remote.changed].map((id) => [id, remote.get(id)])),
      links: new Map([...links.changed].map((id) => [id, links.ofRow(id)])),
      intents: new Map([...this.#changedIntents].map((opId) => [opId, this.#intents.get(opId)])),
      leftovers: [...leftovers],
      deselected: [...remote.deselected],
      unread: [...this.unread],
      opCount: this.opCount,
    }
    this.#savedPosition = this.position
    for (const set of [remote.changed, links.changed, this.#changedIntents]) set.clear()
    return changes
  }

  /** From now on this device has all but these folders. */
  deselect(folders: ReadonlySet<EntryId>): void {
    this.trees.remote.deselected = folders
    this.unsettled = 'everything'
    this.#savedPosition = undefined
  }

  markRead(folder: EntryId): void {
    this.unread.delete(folder)
    this.#savedPosition = undefined
  }
}

/** After this, a crash loses nothing of what is known now. */
export async function save(state: State, store: Store): Promise<void> {
  const changes = state.takeChanges()
  if (changes) await store.commit(changes)
}
