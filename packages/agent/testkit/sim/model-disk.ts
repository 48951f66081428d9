import { isIgnored } from '../../src/core/ignore.ts'
import type { LocalId } from '../../src/core/local-id.ts'
import type { Way } from '../../src/core/local-tree.ts'
import {
  type ContentSource,
  type Disk,
  type DiskEntry,
  DiskGone,
  DiskTrouble,
  type Done,
  type FileContent,
  type Fresh,
  type Hints,
  type Listing,
  type Seen,
  type Shown,
  type SmallContent,
  type Staged,
  type Unreadable,
} from '../../src/ports/disk.ts'
import { chunksOf, sizeOf } from './contents.ts'
import { DiskTree, type Node } from './disk-tree.ts'
import type { AtOnce } from './lane.ts'

/** A disk with one folder that is kept equal to a root. */
export class ModelDisk extends DiskTree implements AtOnce<Disk> {
  /** Called for each content that the agent removes or replaces. */
  onBin: (content: string) => void = () => {}
  /** Why the disk refuses what it is asked for now; undefined while it does not. */
  whyRefuses: () => DiskTrouble['reason'] | undefined = () => undefined
  /** Folders that the agent may not look into. */
  readonly closed = new Set<Node>()
  /** Folders on which another volume is mounted. */
  readonly covered = new Set<Node>()
  /** Called for each folder that the agent has listed. */
  onList: (folder: Node) => void = () => {}
  /** Called for each item to which the agent has given a place. */
  onPlace: (node: Node) => void = () => {}
  /** How an agent's changes are undone by a loss of power, until they are flushed. */
  #unflushed: { folder: Node; undo: () => void }[] = []
  readonly #staged = new Map<LocalId, Node>()
  /** Folders with restless files, and when they are to be looked at again: where time counts. */
  readonly #restless = new Map<LocalId, number>()
  /** Names of files that programs are at, as what is beside them tells. */
  readonly inUse = new Set<string>()

  /** What people do reaches the disk, and with it all that was done before. */
  settle(): void {
    this.#unflushed = []
  }

  loseHints(): void {
    this.hints.clear()
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
    const folders = new Set([...this.hints, ...[...this.covered].flatMap(({ parent }) => parent?.id ?? [])])
    this.hints.clear()
    const now = this.timed?.() ?? 0
    for (const [id, at] of this.#restless) if (at <= now && this.#restless.delete(id)) folders.add(id)
    return { folders: [...folders], everywhere: false }
  }

  list(way: Way, mark?: string): Listing | 'same' | 'changed' {
    const folder = this.#folderAt(way)
    if (!folder) return 'changed'
    this.onList(folder)
    const children = this.children(folder)
    const isShown = (node: Node) => !isIgnored(node.name) && !this.covered.has(node)
    const entries = children.filter(isShown).map((node) => this.#look(node))
    const hidden = children.flatMap(({ id, name }) => (isIgnored(name) ? id : []))
    const mounted = children.flatMap((node) => (this.covered.has(node) ? node.name : []))
    const someRestless = entries.some(({ restless }) => restless)
    if (this.timed && someRestless) this.#restless.set(folder.id, this.timed() + SETTLED_MS)
    const found = someRestless ? undefined : JSON.stringify([entries, hidden])
    return found !== undefined && found === mark
      ? 'same'
      : { entries, mark: found, hidden, mounted, hasUnreadable: mounted.length > 0 }
  }

  listUnreadable(): Unreadable[] {
    return [...this.covered].flatMap(({ parent, name }) =>
      parent ? { folder: parent.id, shownName: name, why: 'mounted' as const } : [],
    )
  }

  read(file: Seen): FileContent | 'changed' {
    const node = this.#nodeAt(file)
    if (!node) return 'changed'
    const { content, modified } = node
    return { content, size: sizeOf(content), modified, chunks: chunksOf(content) }
  }

  readFresh(file: Seen): Fresh {
    const node = this.#nodeAt(file)
    if (node && this.open.has(node)) return 'being_written'
    return this.read(file)
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
    this.onPlace(node)
    this.#canBeLost(folder, () => {
      if (node.parent !== folder || !parent) return
      this.detach(node)
      this.attach(node, parent, before)
    })
    return this.#shownAs(node)
  }

  setTime(file: Seen, modified: number): Pick<Shown, 'modified'> | 'changed' {
    const node = this.#nodeAt(file)
    if (!node) return 'changed'
    this.touch(node, modified)
    return { modified }
  }

  stageFile({ content, modified }: ContentSource): Staged {
    this.#mayRefuse()
    return this.#stageFile(content, modified)
  }

  #stageFile(content: string, at: number): Staged {
    const node = this.newNode('file', content)
    const modified = Math.floor(at / 1000) * 1000
    node.modified = modified
    return { id: this.#stage(node), modified }
  }

  stageFiles(files: readonly SmallContent[]): (Staged | DiskTrouble)[] {
    this.check()
    return files.map(({ content, modified }) => {
      const reason = this.whyRefuses()
      return reason ? new DiskTrouble(reason) : this.#stageFile(content, modified)
    })
  }

  stageFolder(): LocalId {
    this.#mayRefuse()
    return this.#stage(this.newNode('folder', ''))
  }

  listStaged(): LocalId[] {
    this.check()
    return [...this.#staged.keys()]
  }

  dropStaged(id: LocalId): void {
    this.check()
    const node = this.#staged.get(id)
    if (node && this.#staged.delete(id)) this.freeInodes.push(node.inode)
  }

  place(id: LocalId, to: Way, name: string): Shown | 'changed' | 'taken' {
    const folder = this.#folderAt(to)
    const node = this.#staged.get(id)
    if (!folder || !node) return 'changed'
    if (this.named(folder, name)) return 'taken'
    this.#staged.delete(id)
    this.attach(node, folder, name)
    this.onPlace(node)
    this.#canBeLost(folder, () => {
      this.detach(node)
      this.#staged.set(id, node)
    })
    return this.#shownAs(node)
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
    this.onPlace(node)
    this.#canBeLost(folder, () => {
      this.detach(node)
      this.#staged.set(id, node)
      this.attach(old, folder, old.name)
    })
    return this.#shownAs(node)
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

  flush(way: Way): Done {
    const folder = this.#folderAt(way)
    if (!folder) return 'changed'
    this.#unflushed = this.#unflushed.filter((one) => one.folder !== folder)
    return 'done'
  }

  /** What is being written to looks another way each time, unless the writer pauses. */
  #look(node: Node): DiskEntry {
    const { id, kind, name, content } = node
    const restless = kind === 'file' && this.isRestless(node)
    if (isChanging(node)) this.stamp(node)
    node.isFresh = node.isHalf
    return {
      id,
      kind,
      rawName: name,
      ...this.#shownAs(node),
      size: kind === 'file' ? sizeOf(content) : 0,
      restless,
      ...(restless && {
        writtenAt: this.timed?.() ?? 0,
        inUse: this.inUse.has(name),
        isCoarse: this.isCoarse,
      }),
    }
  }

  #shownAs = (node: Node): Shown => ({
    stamp: this.#stampOf(node),
    modified: node.kind === 'file' ? node.modified : null,
  })

  /** While it is restless, its next edit may not show. */
  #stampOf = (node: Node): string =>
    stampOf(node) + (this.timed && node.kind === 'file' && this.isRestless(node) ? RESTLESS : '')

  #mayRefuse(): void {
    this.check()
    const reason = this.whyRefuses()
    if (reason) throw new DiskTrouble(reason)
  }

  #stage(node: Node): LocalId {
    this.#staged.set(node.id, node)
    return node.id
  }

  #folderAt(way: Way): Node | undefined {
    this.#mayRefuse()
    let folder = this.top
    for (const { id, rawName } of way) {
      const next = this.children(folder).find((node) => node.id === id)
      if (next?.kind !== 'folder' || next.name !== rawName) return undefined
      if (this.covered.has(next)) throw new DiskTrouble('mounted')
      if (this.closed.has(next)) throw new DiskTrouble('denied')
      folder = next
    }
    return folder
  }

  #nodeAt({ folder: way, id, rawName, stamp }: Seen): Node | undefined {
    const folder = this.#folderAt(way)
    const node = folder && this.children(folder).find((child) => child.id === id)
    if (node && isChanging(node)) this.stamp(node)
    if (node && this.covered.has(node)) return undefined
    return node?.name === rawName && stampOf(node) === plain(stamp) ? node : undefined
  }

  #canBeLost(folder: Node, undo: () => void): void {
    this.#unflushed.push({ folder, undo })
  }
}

const SETTLED_MS = 2000
const RESTLESS = '~'

const plain = (stamp: string): string => (stamp.endsWith(RESTLESS) ? stamp.slice(0, -1) : stamp)

const isChanging = ({ isHalf, pausesUntil }: Node): boolean => isHalf && pausesUntil === undefined

const stampOf = ({ kind, changedAt }: Node): string => (kind === 'file' ? `${changedAt}` : '')
