import type { EntryId, RootId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { bringBack } from './bring-back.ts'
import {
  addFile,
  addFolder,
  deleteEntry,
  type Edit,
  type NewContent,
  type Outcome,
  placeEntry,
  replaceContent,
  setTime,
} from './changes.ts'
import { type Caller, type Entry, isHeld, TOP } from './entry.ts'
import type { Content, ModelRoot } from './model-root.ts'
import type { ModelServer } from './model-server.ts'
import { refuse } from './refuse.ts'
import { setBack } from './set-back.ts'

/** What someone does who uses the service by a browser: without versions, and with folders as a whole. */
export class PersonAtWork {
  readonly #server: ModelServer
  readonly #who: Caller
  readonly #rootId: RootId

  constructor(server: ModelServer, who: Caller, rootId: RootId) {
    this.#server = server
    this.#who = who
    this.#rootId = rootId
  }

  makeFolder(folderId: EntryId, name: string): EntryId {
    return this.#change((edit) => addFolder(edit, folderId, name))
  }

  upload(folderId: EntryId, name: string, content: Content, modified?: Instant): EntryId {
    return this.#change((edit) => addFile(edit, folderId, name, sent(content, modified)))
  }

  uploadRevision(fileId: EntryId, content: Content, modified?: Instant): EntryId {
    return this.#change((edit) => replaceContent(edit, fileId, undefined, sent(content, modified)))
  }

  touch(fileId: EntryId, modified: Instant): EntryId {
    return this.#change((edit) => setTime(edit, fileId, undefined, modified))
  }

  rename(id: EntryId, name: string): EntryId {
    return this.#place(id, ({ parentId }) => ({ folderId: parentId, name }))
  }

  move(id: EntryId, folderId: EntryId): EntryId {
    return this.#place(id, ({ name }) => ({ folderId, name }))
  }

  /** With all that is in it. What is deleted already stays so. */
  delete(id: EntryId): EntryId {
    return this.#change((edit) => {
      const entry = edit.root.entries.get(id)
      return entry && !edit.root.isLive(entry) ? id : deleteEntry(edit, id, false)
    })
  }

  restore(id: EntryId, onTaken: 'error' | 'rename'): EntryId {
    return this.#change((edit) => bringBack(edit, id, onTaken))
  }

  /** Children before their folders, each with a line of its own. */
  purge(id: EntryId): void {
    this.#change((edit) => {
      const { root } = edit
      const entry = root.entries.get(id)
      if (!entry) return 'not_found'
      if (root.isLive(entry)) return 'invalid_request'
      if (root.isLockedFor(edit.by, root.entries.get(entry.parentId), edit.at)) return 'resource_locked'
      const together = { ...edit, firstSeq: root.seq + 1 }
      for (const gone of [...below(root, entry), entry]) root.drop(gone, together)
      return id
    }, 'manage')
  }

  /** 0 is the root itself. */
  lock(id: EntryId, minutes?: number): void {
    this.#change((edit) => {
      const { root, by, at } = edit
      const entry = lockable(root, id)
      if (entry === 'not_found') return entry
      if (root.isLockedFor(by, entry, at) || root.isLockedBelow(by, { id }, at)) return 'resource_locked'
      const until = minutes === undefined ? null : at + minutes * MINUTE_MS
      const before = entry ? entry.lock : root.lock
      if (isHeld(before, at) && before.until === null && until === null) return id
      root.setLock('lock', entry, { holder: by.personId, name: by.name, until }, edit)
      return id
    })
  }

  unlock(id: EntryId): void {
    this.#change((edit) => {
      const { root, by, at } = edit
      const entry = id === TOP ? undefined : root.entries.get(id)
      if (id !== TOP && !entry) return 'not_found'
      const before = entry ? entry.lock : root.lock
      if (!isHeld(before, at)) return id
      if (before.holder !== by.personId && root.roles.get(by.personId) !== 'manage') return 'forbidden'
      root.setLock('unlock', entry, null, edit)
      return id
    })
  }

  /** Makes the whole root what it was after a change: many changes at once, in whose middle there is no tree. */
  setBack(seq: number): void {
    this.#change((edit) => {
      setBack(edit, seq)
      return TOP
    })
  }

  #place(id: EntryId, placeOf: (entry: Entry) => { folderId: EntryId; name: string }): EntryId {
    return this.#change((edit) => {
      const entry = edit.root.entries.get(id)
      return entry ? placeEntry(edit, id, placeOf(entry)) : 'not_found'
    })
  }

  #change(make: (edit: Edit) => Outcome, needs: 'edit' | 'manage' = 'edit'): EntryId {
    const outcome = make(this.#server.editing(this.#who, this.#rootId, needs))
    return typeof outcome === 'string' ? refuse(outcome) : outcome
  }
}

const EVERYTHING = { has: () => true }
const sent = (content: Content, modified: Instant | undefined): NewContent => ({
  content,
  brought: EVERYTHING,
  modified,
})

function lockable(root: ModelRoot, id: EntryId): Entry | undefined | 'not_found' {
  if (id === TOP) return undefined
  const entry = root.entries.get(id)
  return entry && root.isLive(entry) ? entry : 'not_found'
}

const below = (root: ModelRoot, folder: Entry): Entry[] =>
  root.children(folder.id).flatMap((child) => [...below(root, child), child])
