import type { File, Folder, Item, LockView, Permission, Root } from '@holdfast/api/files/files'
import { PERMISSIONS } from '@holdfast/api/files/files'
import type { Revision } from '@holdfast/api/files/revisions'
import type { EntryId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import { formatSize } from '@holdfast/api/sizes'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { nameKey } from '../../src/records/names.ts'
import { contentOf, type ModelLock, type ModelNode, type ModelRevision, TreeModel } from './tree-model.ts'

/** What a caller asks to see. */
export interface Asked {
  include_ancestors?: boolean
  include_children?: boolean
  include_deleted?: boolean
  include_lock_info?: boolean
  include_permissions?: boolean
}

const BROWSING: Permission[] = ['FILE_VIEW', 'FILE_READ', 'FILE_MANAGE']

/** The answers that the service is to give, made from the model alone. */
export class Expected {
  readonly tree: TreeModel
  readonly at: Instant
  readonly permissions: Permission[]

  constructor(tree: TreeModel, who: number, at: Instant) {
    this.tree = tree
    this.at = at
    this.permissions = who === tree.owner ? [...PERMISSIONS] : BROWSING
  }

  #lock(lock: ModelLock | undefined, locked_type: LockView['locked_type'], locked_id: number): LockView[] {
    if (!TreeModel.held(lock, this.at)) return []
    return [
      {
        type: 'lock',
        person_id: lock.holder as PersonId,
        name: lock.name,
        created: formatUtc(lock.since),
        expires: lock.until === null ? null : formatUtc(lock.until),
        locked_type,
        locked_id,
      },
    ]
  }

  #locks(node: ModelNode | undefined): LockView[] {
    const nodes = node ? [...this.tree.above(node), node] : []
    return [
      ...this.#lock(this.tree.lock, 'root', this.tree.rootId),
      ...nodes.flatMap(({ lock, kind, id }) => this.#lock(lock, kind, id)),
    ]
  }

  #common(node: ModelNode | undefined, { include_lock_info = true, include_permissions = false }: Asked) {
    const locks = this.#locks(node)
    return {
      is_locked: locks.length > 0,
      ...(include_lock_info && { locks }),
      ...(include_permissions && { permissions: this.permissions }),
    }
  }

  root(asked: Asked = {}): Root {
    const size = this.tree.tally(false).head
    return {
      type: 'root',
      id: this.tree.rootId as RootId,
      name: this.tree.name,
      path: '/',
      root_type: 'sync',
      space_used: size,
      space_used_formatted: formatSize(size),
      revision_space_used: this.tree.stored,
      revision_space_formatted: formatSize(this.tree.stored),
      ...this.#common(undefined, asked),
    }
  }

  item(node: ModelNode, asked: Asked = {}): Item {
    return node.kind === 'file' ? this.file(node, asked) : this.folder(node, asked)
  }

  file(node: ModelNode, asked: Asked = {}): File {
    const head = this.tree.head(node)
    const size = contentOf(head).length
    return {
      type: 'file',
      id: node.id as EntryId,
      revision_id: head.id as RevisionId,
      root_id: this.tree.rootId as RootId,
      name: node.name,
      path: this.tree.pathOf(node),
      is_deleted: this.tree.isDeleted(node),
      created: formatUtc(node.created),
      modified: formatUtc(node.modified),
      size,
      size_formatted: formatSize(size),
      ver: node.ver,
      ...this.#common(node, asked),
      ...(asked.include_ancestors && { ancestors: this.ancestors(node) }),
    }
  }

  folder(node: ModelNode, asked: Asked = {}): Folder {
    return {
      type: 'folder',
      id: node.id as EntryId,
      root_id: this.tree.rootId as RootId,
      name: node.name,
      path: this.tree.pathOf(node),
      is_deleted: this.tree.isDeleted(node),
      ver: node.ver,
      ...this.#common(node, asked),
      ...(asked.include_ancestors && { ancestors: this.ancestors(node) }),
    }
  }

  ancestors(node: ModelNode): (Root | Folder)[] {
    return [this.root(), ...this.tree.above(node).map((folder) => this.folder(folder))]
  }

  /** A root (0) or folder with its children, but for the hash. */
  container(id: number, asked: Asked = {}): Root | Folder {
    const { include_ancestors, include_children = true, ...rest } = asked
    const head =
      id === 0
        ? { ...this.root(rest), ...(include_ancestors && { ancestors: [] }) }
        : this.folder(this.tree.node(id), { ...rest, ...(include_ancestors && { include_ancestors }) })
    return include_children ? { ...head, children: this.children(id, rest) } : head
  }

  children(id: number, asked: Asked = {}): Item[] {
    const all = (asked.include_deleted ?? true) || (id !== 0 && this.tree.isDeleted(this.tree.node(id)))
    return this.tree
      .children(id)
      .filter((node) => all || !node.deleted)
      .sort((a, b) => byBytes(nameKey(a.name), nameKey(b.name)) || a.id - b.id)
      .map((node) => this.item(node, asked))
  }

  revisions(node: ModelNode): Revision[] {
    return node.revisions.map((revision) => this.revision(node, revision)).reverse()
  }

  revision(node: ModelNode, revision: ModelRevision): Revision {
    const { id, created, modified, full, delta } = revision
    const size = contentOf(revision).length
    return {
      type: 'revision',
      id: id as RevisionId,
      file_id: node.id as EntryId,
      root_id: this.tree.rootId as RootId,
      created: formatUtc(created),
      modified: formatUtc(modified),
      file_size: size,
      file_size_formatted: formatSize(size),
      full_size: full,
      full_size_formatted: formatSize(full),
      delta_size: delta,
      delta_size_formatted: formatSize(delta),
    }
  }
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
