import { nameKey } from '@holdfast/api/files/names'
import type { LocalId } from '../../src/core/local-id.ts'
import { TOP_LOCAL } from '../../src/core/local-tree.ts'
import type { Kind } from '../../src/core/remote-tree.ts'

export interface Node {
  readonly id: LocalId
  /** The file system gives it again once it is free. */
  readonly inode: number
  readonly kind: Kind
  parent: Node | undefined
  name: string
  content: string
  changedAt: number
  /** What people see as its time of change. */
  modified: number
  /** A program is writing to it: what it holds is nothing yet. */
  isHalf: boolean
  /** Nobody has looked at it since it was changed. */
  isFresh: boolean
  /** When it was last written, where time counts. */
  writtenAt: number
  /** Who writes to it pauses until then: meanwhile it looks as if it were finished. */
  pausesUntil: number | undefined
}

/** File systems with coarse times keep them in steps of this. */
const GRAIN_MS = 2000

const NEW = {
  parent: undefined,
  name: '',
  isHalf: false,
  writtenAt: Number.NEGATIVE_INFINITY,
  pausesUntil: undefined,
}

export interface DiskTraits {
  /** Ids are never those of another disk: files are moved between them. */
  readonly name: string
  readonly ignoresCase: boolean
  readonly reusesInodes: boolean
}

/** What is in a folder of a disk, and what people and programs do to it. */
export class DiskTree {
  readonly top: Node
  isMounted = true
  /** Where time counts, what time it is. Elsewhere a file is restless until it is looked at. */
  timed: (() => number) | undefined
  /** Whether edits that follow each other soon leave the same stamp. */
  isCoarse = false
  /** Files that programs have open to write, as the agent can tell. */
  readonly open = new Set<Node>()
  /** Raised by every change. */
  version = 0
  protected readonly hints = new Set<LocalId>()
  protected readonly freeInodes: number[] = []
  readonly #traits: DiskTraits
  readonly #children = new Map<Node, Set<Node>>()
  #inodes = 1
  #births = 0

  constructor(traits: DiskTraits) {
    this.#traits = traits
    const nothing = { ...NEW, content: '', changedAt: 0, modified: 0, isFresh: false }
    this.top = { id: TOP_LOCAL, inode: 0, kind: 'folder', ...nothing }
  }

  all(): Node[] {
    const found: Node[] = []
    const walk = (folder: Node) => {
      for (const node of this.children(folder)) {
        found.push(node)
        walk(node)
      }
    }
    walk(this.top)
    return found
  }

  children = (folder: Node): Node[] => [...(this.#children.get(folder) ?? [])]
  named = (folder: Node, name: string): Node | undefined =>
    this.children(folder).find((node) => this.#key(node.name) === this.#key(name))
  isInside(node: Node, folder: Node): boolean {
    for (let at: Node | undefined = node; at; at = at.parent) if (at === folder) return true
    return false
  }

  add(folder: Node, name: string, kind: Kind, content = ''): Node {
    const node = this.newNode(kind, content)
    node.writtenAt = this.timed?.() ?? 0
    this.attach(node, folder, name)
    return node
  }

  write(node: Node, content: string): void {
    node.content = content
    if (!this.isRestless(node) || !this.isCoarse) this.stamp(node)
    node.modified = timeAt(this.version)
    node.writtenAt = this.timed?.() ?? 0
    node.isFresh = true
    if (node.parent) this.#hint(node.parent)
  }

  /** Whether it was written so recently that someone may be at it still. */
  protected isRestless({ writtenAt, isFresh }: Node): boolean {
    if (!this.timed) return isFresh
    const now = this.timed()
    return this.isCoarse
      ? Math.floor(now / GRAIN_MS) === Math.floor(writtenAt / GRAIN_MS)
      : now - writtenAt < GRAIN_MS
  }

  /** As it never was before: one that came from another disk has been counted further there. */
  protected stamp(node: Node): void {
    this.version = Math.max(this.version, node.changedAt) + 1
    node.changedAt = this.version
  }

  /** Its time alone. */
  touch(node: Node, modified: number): void {
    node.modified = modified
    this.stamp(node)
    if (node.parent) this.#hint(node.parent)
  }

  attach(node: Node, folder: Node, name: string): void {
    node.parent = folder
    node.name = name
    const beside = this.#children.get(folder)
    if (beside) beside.add(node)
    else this.#children.set(folder, new Set([node]))
    this.#hint(folder)
  }

  detach(node: Node): void {
    if (!node.parent) return
    this.#children.get(node.parent)?.delete(node)
    this.#hint(node.parent)
    node.parent = undefined
  }

  /** For ever, with all that is in it. */
  destroy(node: Node): void {
    for (const child of this.children(node)) this.destroy(child)
    this.detach(node)
    this.freeInodes.push(node.inode)
  }

  protected newNode(kind: Kind, content: string): Node {
    const free = this.#traits.reusesInodes ? this.freeInodes.pop() : undefined
    const inode = free ?? ++this.#inodes
    const id = `${this.#traits.name}:${inode}.${++this.#births}` as LocalId
    const changedAt = ++this.version
    return { ...NEW, id, inode, kind, content, changedAt, modified: timeAt(changedAt), isFresh: true }
  }

  #hint(folder: Node): void {
    this.version++
    this.hints.add(folder.id)
  }

  #key = (name: string): string => (this.#traits.ignoresCase ? nameKey(name) : name)
}

/** Another one for each version, in whole seconds. */
const timeAt = (version: number): number => Date.UTC(2020, 0) + version * 1000
