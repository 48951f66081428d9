import { nameKey } from '@holdfast/api/names'
import { isIgnored } from '../../src/core/ignore.ts'
import type { LocalId } from '../../src/core/local-id.ts'
import { TOP_LOCAL, type Way } from '../../src/core/local-tree.ts'
import type { Kind } from '../../src/core/remote-tree.ts'
import {
  type ContentSource,
  type Disk,
  type DiskEntry,
  DiskGone,
  type Done,
  type FileContent,
  type Hints,
  type Seen,
  type Shown,
  type Unreadable,
} from '../../src/ports/disk.ts'
import { chunksOf, sizeOf } from './contents.ts'
import type { AtOnce } from './lane.ts'

export interface Node {
  readonly id: LocalId
  /** The file system gives it again once it is free. */
  readonly inode: number
  readonly kind: Kind
  parent: Node | undefined
  name: string
  content: string
  changedAt: number
}

export interface DiskTraits {
  readonly ignoresCase: boolean
  readonly reusesInodes: boolean
}

/** A disk with one folder that is kept equal to a root. */
export class ModelDisk implements AtOnce<Disk> {
  readonly top: Node
  isMounted = true
  /** Raised by every change. */
  version = 0
  /** Told of each content that the agent removes or replaces. */
  onBin: (content: string) => void = () => {}
  /** How an agent's changes are undone by a loss of power, until they are flushed. */
  #unflushed: { folder: Node; undo: () => void }[] = []
  readonly #traits: DiskTraits
  readonly #children = new Map<Node, Set<Node>>()
  readonly #staged = new Map<LocalId, Node>()
  readonly #hints = new Set<LocalId>()
  readonly #freeInodes: number[] = []
  #inodes = 1
  #births = 0

  constructor(traits: DiskTraits) {
    this.#traits = traits
    this.top = {
      id: TOP_LOCAL,
      inode: 0,
      kind: 'folder',
      parent: undefined,
      name: '',
      content: '',
      changedAt: 0,
    }
  }

  // What people and programs do.

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
    const node = this.#newNode(kind, content)
    this.attach(node, folder, name)
    return node
  }

  write(node: Node, content: string): void {
    node.content = content
    node.changedAt = ++this.version
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

  /** For ever, with all that lies in it. */
  destroy(node: Node): void {
    for (const child of this.children(node)) this.destroy(child)
    this.detach(node)
    this.#freeInodes.push(node.inode)
  }

  /** What people do reaches the disk, and with it all that was done before. */
  settle(): void {
    this.#unflushed = []
  }

  loseHints(): void {
    this.#hints.clear()
  }

  losePower(): void {
    for (const { undo } of this.#unflushed.reverse()) undo()
    this.#unflushed = []
  }

  // What the agent does.

  check(): void {
    if (!this.isMounted) throw new DiskGone()
  }

  takeHints(): Hints {
    this.check()
    const folders = [...this.#hints]
    this.#hints.clear()
    return { folders, everywhere: false }
  }

  list(way: Way): DiskEntry[] | 'changed' {
    const folder = this.#folderAt(way)
    if (!folder) return 'changed'
    return this.children(folder)
      .filter(({ name }) => !isIgnored(name))
      .map(({ id, kind, name, content, changedAt }) => ({
        id,
        kind,
        rawName: name,
        stamp: kind === 'file' ? `${changedAt}` : '',
        size: kind === 'file' ? sizeOf(content) : 0,
        restless: false,
      }))
  }

  listUnreadable(): Unreadable[] {
    return []
  }

  read(file: Seen): FileContent | 'changed' {
    const node = this.#nodeAt(file)
    if (!node) return 'changed'
    const { content } = node
    return { content, size: sizeOf(content), modified: 0, chunks: chunksOf(content) }
  }

  readBytes(file: Seen, from: number, size: number): Uint8Array | 'changed' {
    return this.#nodeAt(file) ? new Uint8Array(size).fill(from) : 'changed'
  }

  move(item: Seen, to: Way, name: string): Shown | 'changed' | 'taken' {
    const node = this.#nodeAt(item)
    const folder = this.#folderAt(to)
    if (!node || !folder || this.isInside(folder, node)) return 'changed'
    const there = this.named(folder, name)
    if (there && there !== node) return 'taken'
    const { parent, name: before } = node
    this.detach(node)
    this.attach(node, folder, name)
    this.#canBeLost(folder, () => {
      if (node.parent !== folder || !parent) return
      this.detach(node)
      this.attach(node, parent, before)
    })
    return { stamp: stampOf(node) }
  }

  stageFile({ content }: ContentSource): LocalId {
    this.check()
    return this.#stage(this.#newNode('file', content))
  }

  stageFolder(): LocalId {
    this.check()
    return this.#stage(this.#newNode('folder', ''))
  }

  listStaged(): LocalId[] {
    this.check()
    return [...this.#staged.keys()]
  }

  dropStaged(id: LocalId): void {
    this.check()
    const node = this.#staged.get(id)
    if (node && this.#staged.delete(id)) this.#freeInodes.push(node.inode)
  }

  place(id: LocalId, to: Way, name: string): Shown | 'changed' | 'taken' {
    const folder = this.#folderAt(to)
    const node = this.#staged.get(id)
    if (!folder || !node) return 'changed'
    if (this.named(folder, name)) return 'taken'
    this.#staged.delete(id)
    this.attach(node, folder, name)
    this.#canBeLost(folder, () => {
      this.detach(node)
      this.#staged.set(id, node)
    })
    return { stamp: stampOf(node) }
  }

  replace(id: LocalId, over: Seen): Shown | 'changed' {
    const old = this.#nodeAt(over)
    const folder = old?.parent
    const node = this.#staged.get(id)
    if (!folder || !node) return 'changed'
    this.#staged.delete(id)
    this.onBin(old.content)
    this.detach(old)
    this.attach(node, folder, old.name)
    this.#canBeLost(folder, () => {
      this.detach(node)
      this.#staged.set(id, node)
      this.attach(old, folder, old.name)
    })
    return { stamp: stampOf(node) }
  }

  remove(item: Seen, leftovers: ReadonlySet<LocalId>): Done | 'not_empty' | 'leftover' {
    const node = this.#nodeAt(item)
    const folder = node?.parent
    if (!folder) return 'changed'
    const inside = this.children(node)
    if (inside.length > 0)
      return inside.every(({ id, name }) => isIgnored(name) || leftovers.has(id)) ? 'leftover' : 'not_empty'
    if (node.kind === 'file') this.onBin(node.content)
    this.detach(node)
    this.#canBeLost(folder, () => this.attach(node, folder, node.name))
    return 'done'
  }

  flush(way: Way): void {
    this.check()
    const folder = this.#folderAt(way)
    this.#unflushed = this.#unflushed.filter((one) => one.folder !== folder)
  }

  #newNode(kind: Kind, content: string): Node {
    const free = this.#traits.reusesInodes ? this.#freeInodes.pop() : undefined
    const inode = free ?? ++this.#inodes
    const id = `${inode}.${++this.#births}` as LocalId
    return { id, inode, kind, parent: undefined, name: '', content, changedAt: ++this.version }
  }

  #stage(node: Node): LocalId {
    this.#staged.set(node.id, node)
    return node.id
  }

  #folderAt(way: Way): Node | undefined {
    this.check()
    let folder = this.top
    for (const { id, rawName } of way) {
      const next = this.children(folder).find((node) => node.id === id)
      if (next?.kind !== 'folder' || next.name !== rawName) return undefined
      folder = next
    }
    return folder
  }

  #nodeAt({ folder: way, id, rawName, stamp }: Seen): Node | undefined {
    const folder = this.#folderAt(way)
    const node = folder && this.children(folder).find((child) => child.id === id)
    return node?.name === rawName && stampOf(node) === stamp ? node : undefined
  }

  #canBeLost(folder: Node, undo: () => void): void {
    this.#unflushed.push({ folder, undo })
  }

  #hint(folder: Node): void {
    this.version++
    this.#hints.add(folder.id)
  }

  #key = (name: string): string => (this.#traits.ignoresCase ? nameKey(name) : name)
}

const stampOf = ({ kind, changedAt }: Node): string => (kind === 'file' ? `${changedAt}` : '')
