import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { nameKey } from '../../src/records/names.ts'

/** What a revision of the model is: its whole content, and what the service is to count for it. */
export interface ModelRevision {
  id: number
  /** The content, cut as it is stored. Cut otherwise it is another one. */
  pieces: readonly string[]
  created: Instant
  modified: Instant
  full: number
  delta: number
}

export const contentOf = ({ pieces }: Pick<ModelRevision, 'pieces'>): string => pieces.join('')
export const sameContent = (one: Pick<ModelRevision, 'pieces'>, other: Pick<ModelRevision, 'pieces'>) =>
  one.pieces.join('|') === other.pieces.join('|')

export interface ModelLock {
  holder: number
  name: string
  since: Instant
  until: Instant | null
}

export interface ModelNode {
  id: number
  kind: 'file' | 'folder'
  name: string
  /** 0 at the top level. */
  parent: number
  /** By itself; what is in a deleted folder is deleted too. */
  deleted: boolean
  created: Instant
  modified: Instant
  revisions: ModelRevision[]
  lock: ModelLock | undefined
  ver: number
  /** When its content, name, place or deletion changed. */
  changed: Instant
}

/** A root as anyone would write it down: a map of nodes, searched from end to end. The service must agree with it. */
export class TreeModel {
  readonly rootId: number
  readonly name: string
  owner: number
  lock: ModelLock | undefined
  nodes = new Map<number, ModelNode>()
  /** The number of the newest change. */
  seq = 0
  /** Every change of an item, but for locks: what it changed, and who did it. */
  log: { seq: number; id: number; by: number }[] = []
  /** Those that got a name from their makers, and what they made. */
  namedChanges: { by: number; name: string; id: number; revision: ModelRevision }[] = []
  /** The person who makes the next change. */
  actor = 0

  constructor(rootId: number, name: string, owner: number) {
    this.rootId = rootId
    this.name = name
    this.owner = owner
  }

  node(id: number): ModelNode {
    const node = this.nodes.get(id)
    if (!node) throw new Error(`The model has no ${id}`)
    return node
  }

  children(parent: number): ModelNode[] {
    return [...this.nodes.values()].filter((node) => node.parent === parent)
  }

  /** The folders above, outermost first. */
  above(node: ModelNode): ModelNode[] {
    if (node.parent === 0) return []
    const parent = this.node(node.parent)
    return [...this.above(parent), parent]
  }

  below(node: ModelNode): ModelNode[] {
    return this.children(node.id).flatMap((child) => [child, ...this.below(child)])
  }

  isDeleted = (node: ModelNode): boolean => node.deleted || this.above(node).some(({ deleted }) => deleted)

  pathOf = (node: ModelNode): string => [...this.above(node), node].map(({ name }) => `/${name}`).join('')

  head(node: ModelNode): ModelRevision {
    const revision = node.revisions.at(-1)
    if (!revision) throw new Error(`${node.name} has no content`)
    return revision
  }

  /** The live node of a name in a folder. */
  named(parent: number, name: string): ModelNode | undefined {
    return this.children(parent).find((node) => !node.deleted && nameKey(node.name) === nameKey(name))
  }

  static held = (lock: ModelLock | undefined, at: Instant): lock is ModelLock =>
    lock !== undefined && (lock.until === null || lock.until > at)

  /** Whether someone else holds a lock on a node, a folder above it or the root. */
  lockedFor(who: number, node: ModelNode | undefined, at: Instant): boolean {
    const locks = [this.lock, ...(node ? [...this.above(node), node].map(({ lock }) => lock) : [])]
    return locks.some((lock) => TreeModel.held(lock, at) && lock.holder !== who)
  }

  lockedBelow(who: number, nodes: readonly ModelNode[], at: Instant): boolean {
    return nodes.some(
      (node) => !this.isDeleted(node) && TreeModel.held(node.lock, at) && node.lock.holder !== who,
    )
  }

  add(node: Pick<ModelNode, 'id' | 'kind' | 'name' | 'parent'>, at: Instant): ModelNode {
    const added: ModelNode = {
      ...node,
      deleted: false,
      created: at,
      modified: at,
      revisions: [],
      lock: undefined,
      ver: 1,
      changed: at,
    }
    this.nodes.set(node.id, added)
    this.#note(node.id)
    return added
  }

  #note(id: number): void {
    this.log.push({ seq: ++this.seq, id, by: this.actor })
  }

  write(node: ModelNode, revision: ModelRevision, at: Instant): void {
    if (node.revisions.length > 0) this.touch(node, at)
    node.revisions.push(revision)
    node.modified = revision.modified
  }

  mark(node: ModelNode, deleted: boolean, at: Instant): void {
    node.deleted = deleted
    node.lock = undefined
    this.touch(node, at)
  }

  /** Gone for ever, with all below it. */
  drop(node: ModelNode): void {
    for (const { id } of [node, ...this.below(node)]) {
      this.nodes.delete(id)
      this.#note(id)
    }
  }

  touch(node: ModelNode, at: Instant): void {
    node.ver++
    node.changed = at
    this.#note(node.id)
  }

  static lockFor(
    who: { id: number; name: string },
    before: ModelLock | undefined,
    minutes: number | undefined,
    at: Instant,
  ): ModelLock {
    const since = TreeModel.held(before, at) ? before.since : at
    return {
      holder: who.id,
      name: who.name,
      since,
      until: minutes === undefined ? null : at + minutes * MINUTE_MS,
    }
  }

  /** The same root, to be looked at when this one has gone on. */
  copy(): TreeModel {
    const copy = new TreeModel(this.rootId, this.name, this.owner)
    copy.seq = this.seq
    for (const [id, node] of this.nodes) copy.nodes.set(id, { ...node, revisions: [...node.revisions] })
    return copy
  }

  /** What is stored: each piece once, no matter who has it. */
  get stored(): number {
    const revisions = [...this.nodes.values()].flatMap((node) => node.revisions)
    const pieces = new Set(revisions.flatMap((revision) => revision.pieces))
    return [...pieces].reduce((sum, piece) => sum + piece.length, 0)
  }

  /** What is counted of live or of deleted files. */
  tally(deleted: boolean): Tally {
    const files = [...this.nodes.values()].filter(
      (node) => node.kind === 'file' && this.isDeleted(node) === deleted,
    )
    const revisions = files.flatMap((node) => node.revisions)
    return {
      files: files.length,
      head: files.reduce((sum, node) => sum + contentOf(this.head(node)).length, 0),
      revisions: revisions.length,
      stored: revisions.reduce((sum, { full, delta }) => sum + full + delta, 0),
    }
  }
}

export type Tally = Record<'files' | 'head' | 'revisions' | 'stored', number>
