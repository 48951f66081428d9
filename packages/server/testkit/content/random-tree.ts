import { moveFile, moveFolder, renameFile, renameFolder } from '@holdfast/api/files/file-places'
import { createFolderInFolder, createFolderInRoot, deleteFile, deleteFolder } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { indexName } from '../../src/records/name-index.ts'
import type { Someone, World } from '../servers/world.ts'

/** What is known of an item by what was done to it. */
export interface Node {
  id: EntryId
  kind: 'file' | 'folder'
  name: string
  parent: Node | undefined
  deleted: boolean
  changedAt: Instant
  /** When it was deleted or restored last. */
  deletionAt: Instant | undefined
}

/** A tree that grows and changes at random through the API, and remembers what was done to it. */
export class RandomTree {
  readonly nodes: Node[] = []
  readonly moments: Instant[] = []
  readonly #world: World
  readonly #owner: Someone
  readonly #next: (below: number) => number
  readonly #letters: readonly string[]

  constructor(world: World, owner: Someone, next: (below: number) => number, letters: readonly string[]) {
    this.#world = world
    this.#owner = owner
    this.#next = next
    this.#letters = letters
  }

  pathOf(node: Node): string {
    return `${node.parent ? this.pathOf(node.parent) : ''}/${node.name}`
  }

  isDeleted(node: Node | undefined): boolean {
    return node !== undefined && (node.deleted || this.isDeleted(node.parent))
  }

  isIn(node: Node | undefined, folder: Node): boolean {
    return node !== undefined && (node === folder || this.isIn(node.parent, folder))
  }

  text(most: number): string {
    return Array.from({ length: 1 + this.#next(most) }, () => this.#one(this.#letters)).join('')
  }

  /** Does one thing, some time after the one before. */
  async change(): Promise<void> {
    this.#world.clock.advance({ seconds: this.#next(3) })
    this.moments.push(this.#world.clock.now())
    const live = this.nodes.filter((node) => !this.isDeleted(node))
    const target = live.length > 0 ? this.#one(live) : undefined
    const deed = this.#next(10)
    if (!target || deed < 5) await this.#create(live, deed < 2 ? 'folder' : 'file')
    else if (deed === 5) await this.#rename(target)
    else if (deed === 6) await this.#move(target, live)
    else if (deed === 7) await this.#delete(target)
    else await this.#restoreOne()
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#next(of.length)] as T
  }

  /** No two items have one name. */
  #name(): string {
    return `${this.text(12)}${this.nodes.length}x${this.moments.length}`.normalize('NFC')
  }

  #folder(live: readonly Node[]): Node | undefined {
    const folders = live.filter(({ kind }) => kind === 'folder')
    return folders.length > 0 && this.#next(5) > 0 ? this.#one(folders) : undefined
  }

  async #create(live: readonly Node[], kind: Node['kind']): Promise<void> {
    const [name, parent, root_id] = [this.#name(), this.#folder(live), this.#owner.rootId]
    const { id } =
      kind === 'file'
        ? await this.#owner.upload(name, 'x', parent?.id)
        : parent
          ? await this.#owner.call(createFolderInFolder, { root_id, folder_id: parent.id, name })
          : await this.#owner.call(createFolderInRoot, { root_id, name })
    const changedAt = this.#world.clock.now()
    this.nodes.push({ id, kind, name, parent, deleted: false, changedAt, deletionAt: undefined })
  }

  async #rename(node: Node): Promise<void> {
    const [root_id, name] = [this.#owner.rootId, this.#name()]
    if (node.kind === 'file') await this.#owner.call(renameFile, { root_id, file_id: node.id, name })
    else await this.#owner.call(renameFolder, { root_id, folder_id: node.id, name })
    Object.assign(node, { name, changedAt: this.#world.clock.now() })
  }

  async #move(node: Node, live: readonly Node[]): Promise<void> {
    const parent = this.#folder(live)
    if (parent === node.parent || this.isIn(parent, node)) return
    const to = { root_id: this.#owner.rootId, to_folder_id: parent?.id ?? (0 as EntryId) }
    if (node.kind === 'file') await this.#owner.call(moveFile, { ...to, file_id: node.id })
    else await this.#owner.call(moveFolder, { ...to, folder_id: node.id })
    Object.assign(node, { parent, changedAt: this.#world.clock.now() })
  }

  async #delete(node: Node): Promise<void> {
    const root_id = this.#owner.rootId
    if (node.kind === 'file') await this.#owner.call(deleteFile, { root_id, file_id: node.id })
    else await this.#owner.call(deleteFolder, { root_id, folder_id: node.id })
    const at = this.#world.clock.now()
    Object.assign(node, { deleted: true, changedAt: at, deletionAt: at })
  }

  /** By its row alone, and also where a folder above it stays deleted. */
  async #restoreOne(): Promise<void> {
    const deleted = this.nodes.filter((node) => node.deleted)
    if (deleted.length === 0) return
    const node = this.#one(deleted)
    const at = this.#world.clock.now()
    await this.#world.service.ctx.db.write(async (tx) => {
      await tx
        .updateTable('entry')
        .set({ deleted_at: null, deletion_at: at, changed_at: at })
        .where('root_id', '=', this.#owner.rootId)
        .where('id', '=', node.id)
        .execute()
      await indexName(tx, { id: node.id, root_id: this.#owner.rootId, name: node.name })
    })
    Object.assign(node, { deleted: false, changedAt: at, deletionAt: at })
  }
}
