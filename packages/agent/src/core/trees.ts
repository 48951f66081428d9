import { Dirty } from './dirty.ts'
import { HiddenItems } from './hidden-items.ts'
import { IgnoreRules } from './ignore-rules.ts'
import { type LeftName, LeftNames } from './left-names.ts'
import { LeftOut } from './left-out.ts'
import { Links } from './links.ts'
import type { LocalId } from './local-id.ts'
import { LocalTree } from './local-tree.ts'
import { RemoteTree } from './remote-tree.ts'
import { EMPTY_SHELF, type Shelf } from './shelf.ts'

/** All that a plan is made from: what the service has, what the disk has, and what both had agreed on. */
export class Trees {
  readonly shelf: Shelf
  readonly dirty = new Dirty()
  readonly remote: RemoteTree
  readonly local: LocalTree
  readonly links: Links
  /** Folders that others deleted and that stayed for what is ignored in them: not made again on the service. */
  readonly leftovers = new Set<LocalId>()
  /** How many looks have not found a linked item. */
  readonly missing = new Map<LocalId, number>()
  /** What is on the disk under names that are ignored. */
  readonly hidden = new HiddenItems()
  /** Names that files have just left by what was done here. */
  readonly leftNames: LeftNames
  /** What this device does not keep. */
  readonly leftOut = new LeftOut()
  /** Files that were seen and could not be read yet: they are there, whatever is in them. */
  unreadFiles: { has(id: LocalId): boolean } = new Set()
  /** How often a plan goes through the links before it gives up: far more than is needed, unless there is a mistake in the rules. */
  mostPasses = 1000
  /** This device may look at the root, not change it. */
  readOnly = false
  /** People decide where two items want one name: nothing is renamed. */
  manualCollisions = false
  /** What the service would refuse. */
  excludedExtensions = ''
  maxFileSize = Number.POSITIVE_INFINITY
  /** What people do not want to have sent, or fetched. What is synced already stays so. */
  ignoring = IgnoreRules.NONE

  /** Of each kind, twice as many items as `most` are held that are as the shelf has them. */
  constructor(shelf: Shelf = EMPTY_SHELF, most = 1000, left: Iterable<LeftName> = []) {
    this.leftNames = new LeftNames(left)
    this.shelf = shelf
    this.remote = new RemoteTree(this.dirty, shelf, most)
    this.local = new LocalTree(this.dirty, shelf, most)
    this.links = new Links(this.dirty, shelf, most)
  }
}
