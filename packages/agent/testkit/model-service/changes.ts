import type { ErrorCode } from '@holdfast/api/errors'
import {
  AGENT_NAME,
  isAgentName,
  isTooLong,
  listedExtension,
  MAX_DEPTH,
  storedName,
  TOO_DEEP,
  whyInvalidName,
} from '@holdfast/api/files/names'
import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Brought } from './chunk-store.ts'
import { type Entry, TOP } from './entry.ts'
import type { Content, ModelRoot, Stamp } from './model-root.ts'

/** Where a change is made, and by whom. */
export interface Edit extends Stamp {
  readonly root: ModelRoot
  /** Extensions that no file may have, as the policy names them. */
  readonly excluded: string
}

/** A code, or the reason of an `invalid_name`. */
export type Refusal = ErrorCode | typeof TOO_DEEP | typeof AGENT_NAME
/** The item that was changed, or why nothing was. All is looked at before anything is changed. */
export type Outcome = EntryId | Refusal

export interface NewContent {
  readonly content: Content
  /** Chunks whose bytes came along. */
  readonly brought: Brought
  readonly modified?: Instant | undefined
  readonly created?: Instant | undefined
  readonly meta?: string | undefined
  /** It gets a revision even if it has this very content. */
  readonly isSave?: boolean
}

export function addFile(
  edit: Edit,
  folderId: EntryId,
  given: string,
  { content, brought, modified, created, meta }: NewContent,
): Outcome {
  const { root, at } = edit
  const name = storedName(given)
  const why =
    whyNoName(name, 'file', edit.excluded) ??
    whyNotInto(edit, folderId) ??
    (root.named(folderId, name) ? 'name_conflict' : undefined) ??
    root.chunks.whyNot(content.chunks, brought)
  if (why) return why
  const id = root.ids.nextEntry()
  const modifiedAt = modified ?? at
  root.change(
    'create',
    {
      id,
      parentId: folderId,
      kind: 'file',
      name,
      revisionId: root.addRevision(id, content, modifiedAt),
      content: content.id,
      size: content.size,
      modifiedAt,
      createdAt: created ?? at,
      deleted: false,
      lock: null,
      meta: meta ?? null,
    },
    edit,
  )
  return id
}

/** The same content again, of the same time, changes nothing. */
export function replaceContent(
  edit: Edit,
  id: EntryId,
  ifVer: number | undefined,
  { content, brought, modified, meta, isSave = false }: NewContent,
): Outcome {
  const { root, at } = edit
  const entry = liveItem(edit, id, 'file')
  if (typeof entry === 'string') return entry
  if (root.isLockedFor(edit.by, entry, at)) return 'resource_locked'
  if (ifVer !== undefined && ifVer !== entry.ver) return 'ver_conflict'
  const sameTime = modified === undefined || modified === entry.modifiedAt
  const sameMeta = meta === undefined || meta === entry.meta
  if (!isSave && sameTime && sameMeta && content.id === entry.content) return id
  const why = root.chunks.whyNot(content.chunks, brought)
  if (why) return why
  const modifiedAt = modified ?? at
  const revisionId = root.addRevision(id, content, modifiedAt)
  const became = { revisionId, content: content.id, size: content.size, modifiedAt }
  root.change('update', { ...entry, ...became, meta: meta ?? entry.meta }, edit)
  return id
}

/** Another time, of the file and of the revision that it has, and no other revision. */
export function setTime(edit: Edit, id: EntryId, ifVer: number | undefined, modifiedAt: Instant): Outcome {
  const { root, at } = edit
  const entry = liveItem(edit, id, 'file')
  if (typeof entry === 'string') return entry
  if (root.isLockedFor(edit.by, entry, at)) return 'resource_locked'
  if (ifVer !== undefined && ifVer !== entry.ver) return 'ver_conflict'
  if (modifiedAt === entry.modifiedAt) return id
  root.setTime(entry.revisionId, modifiedAt)
  root.change('update', { ...entry, modifiedAt }, edit)
  return id
}

export function addFolder(edit: Edit, folderId: EntryId, given: string, meta?: string): Outcome {
  const name = storedName(given)
  const why =
    whyNoName(name, 'folder', '') ??
    whyNotInto(edit, folderId) ??
    whyTooDeep(depthBelow(edit.root, folderId)) ??
    (edit.root.named(folderId, name) ? 'name_conflict' : undefined)
  return why ?? makeFolder(edit, folderId, name, meta).id
}

/** For who has shown that it can be there. */
export const makeFolder = (edit: Edit, parentId: EntryId, name: string, meta?: string): Entry =>
  edit.root.change(
    'create',
    {
      id: edit.root.ids.nextEntry(),
      parentId,
      kind: 'folder',
      name,
      revisionId: null,
      content: null,
      size: 0,
      modifiedAt: edit.at,
      createdAt: edit.at,
      deleted: false,
      lock: null,
      meta: meta ?? null,
    },
    edit,
  )

/** Another name, another folder or both. What stays as it is changes nothing. */
export function placeEntry(
  edit: Edit,
  id: EntryId,
  to: { folderId: EntryId; name: string; meta?: string | undefined },
): Outcome {
  const { root, by, at } = edit
  const entry = liveItem(edit, id)
  if (typeof entry === 'string') return entry
  if (root.isLockedFor(by, entry, at)) return 'resource_locked'
  const name = storedName(to.name)
  const moved = to.folderId !== entry.parentId
  const sameMeta = to.meta === undefined || to.meta === entry.meta
  if (!moved && name === entry.name && sameMeta) return id
  if (root.isLockedBelow(by, entry, at)) return 'resource_locked'
  const why = whyNotInto(edit, to.folderId)
  if (why) return why
  const folder = root.entries.get(to.folderId)
  if (folder && [folder, ...root.above(folder)].some((above) => above.id === id)) return 'invalid_request'
  const depth = depthBelow(root, to.folderId)
  if (entry.kind === 'folder' && depth > depthBelow(root, entry.parentId)) {
    const deep = whyTooDeep(depth + heightOf(root, entry) - 1)
    if (deep) return deep
  }
  const taken = root.named(to.folderId, name)
  if (taken && taken.id !== id) return 'name_conflict'
  const became = { parentId: to.folderId, name, meta: to.meta ?? entry.meta }
  root.change(moved ? 'move' : 'rename', { ...entry, ...became }, edit)
  return id
}

/** Marks an item as deleted, and with it what is in it; `empty`: a folder only while nothing is. */
export function deleteEntry(edit: Edit, id: EntryId, empty: boolean): Outcome {
  const { root, by, at } = edit
  const entry = liveItem(edit, id)
  if (typeof entry === 'string') return entry
  if (root.isLockedFor(by, entry, at) || root.isLockedBelow(by, entry, at)) return 'resource_locked'
  if (empty && !root.isEmpty(entry)) return 'not_empty'
  root.change('delete', { ...entry, deleted: true, lock: null }, edit)
  return id
}

/** An item of a version that someone knows, though a folder above it may be deleted. */
export function itemMeant({ root }: Edit, id: EntryId, ifVer: number): Entry | ErrorCode {
  const entry = root.entries.get(id)
  if (!entry || entry.deleted) return 'not_found'
  return entry.ver === ifVer ? entry : 'ver_conflict'
}

export function whyNoName(name: string, kind: Entry['kind'], excluded: string): Refusal | undefined {
  if (whyInvalidName(name) !== undefined) return 'invalid_name'
  if (isAgentName(name)) return AGENT_NAME
  if (isTooLong(name)) return kind === 'folder' ? 'name_too_long' : 'invalid_name'
  return kind === 'file' && listedExtension(name, excluded) !== undefined ? 'invalid_extension' : undefined
}

/** How deep a folder is that is in this one. */
export function depthBelow(root: ModelRoot, folderId: EntryId): number {
  const folder = root.entries.get(folderId)
  return folder ? root.above(folder).length + 2 : 1
}

/** The levels of folders, itself included, of those that are not marked. */
export const heightOf = (root: ModelRoot, { id }: Pick<Entry, 'id'>): number =>
  1 +
  Math.max(
    0,
    ...root
      .children(id)
      .filter(({ kind, deleted }) => kind === 'folder' && !deleted)
      .map((child) => heightOf(root, child)),
  )

export const whyTooDeep = (depth: number): Refusal | undefined => (depth > MAX_DEPTH ? TOO_DEEP : undefined)

function liveItem({ root }: Edit, id: EntryId, kind?: Entry['kind']): Entry | ErrorCode {
  const entry = root.entries.get(id)
  return entry && (kind ?? entry.kind) === entry.kind && root.isLive(entry) ? entry : 'not_found'
}

/** Why nothing can be put into a folder. */
export function whyNotInto(edit: Edit, folderId: EntryId): ErrorCode | undefined {
  const folder = folderId === TOP ? undefined : liveItem(edit, folderId, 'folder')
  if (typeof folder === 'string') return folder
  return edit.root.isLockedFor(edit.by, folder, edit.at) ? 'resource_locked' : undefined
}
