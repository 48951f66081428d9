import { isIgnored } from '../../src/core/ignore.ts'
import type { LocalId } from '../../src/core/local-id.ts'
import type { Node } from './disk-tree.ts'
import type { ModelDisk } from './model-disk.ts'

/**
 * Remembers where an agent knew each item to be, and which of them a listing of that place has not shown though it would
 * have: only these may it take for deleted.
 */
export class Witness {
  readonly #disk: ModelDisk
  #known = new Map<LocalId, { readonly folder: LocalId; readonly name: string }>()
  /** What of it outlives the process. */
  #written = new Map(this.#known)
  readonly #gone = new Set<LocalId>()

  constructor(disk: ModelDisk) {
    this.#disk = disk
    disk.onList = (folder) => this.#noteListing(folder)
    disk.onPlace = (node) => {
      this.#noteThere(node)
      // It had written down before that it would.
      const known = this.#known.get(node.id)
      if (known) this.#written.set(node.id, known)
    }
  }

  /** Whether the agent has seen that it is gone, or a folder with it. */
  hasSeenGo(id: LocalId): boolean {
    const known = this.#known.get(id)
    return this.#gone.has(id) || (known !== undefined && this.hasSeenGo(known.folder))
  }

  noteWritten(): void {
    this.#written = new Map(this.#known)
  }

  /** The process died: where it had seen something since it last wrote down what it knew, it does not know. */
  noteDeath(): void {
    this.#known = new Map(this.#written)
  }

  #noteThere({ id, parent, name }: Node): void {
    if (parent) this.#known.set(id, { folder: parent.id, name })
    this.#gone.delete(id)
  }

  #noteListing(folder: Node): void {
    // Nobody can tell what a volume covers, unless it had that name before.
    const shown = this.#disk.children(folder).filter((node) => !this.#isCovered(node))
    const inside = new Set(shown.map(({ id }) => id))
    for (const node of shown) if (!isIgnored(node.name)) this.#noteThere(node)
    for (const [id, { folder: its, name }] of this.#known)
      if (its === folder.id && !inside.has(id) && !isIgnored(name) && !this.#isCoveredName(folder, name))
        this.#gone.add(id)
  }

  #isCovered = (node: Node): boolean => this.#disk.covered.has(node)
  #isCoveredName = (folder: Node, name: string): boolean =>
    this.#disk.children(folder).some((node) => this.#isCovered(node) && node.name === name)
}
