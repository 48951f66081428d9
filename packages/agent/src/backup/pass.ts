import { nameKey } from '@holdfast/api/files/names'
import type { EntryId } from '@holdfast/api/ids'
import type { RawName } from '../core/backup-meta.ts'
import { backupName } from '../core/backup-names.ts'
import { compareFolder, isTooMuchGone, type KnownItem, kindOf, MissingItems } from '../core/backup-plan.ts'
import { TOP_ROW } from '../core/remote-tree.ts'
import { BACKUPS, NOT_BACKED_UP } from '../words/backups.ts'
import { hashOf, ItemKeeper, type Keeping, metaOf, RunFailed } from './keep-item.ts'
import {
  codeOf,
  FolderMoved,
  inFolder,
  type Looked,
  look,
  lookInto,
  openInPlace,
  type RawPath,
} from './look.ts'
import { type Problems, reasonOf } from './run-report.ts'

export interface PassOptions extends Keeping {
  readonly top: Looked
  /** What is left out on purpose. */
  readonly skipped: Problems
  readonly isExcluded: (path: RawPath) => boolean
  /** A person has looked: however much is gone, it goes from the backup too. */
  readonly mayDeleteMuch: boolean
  /** Before each folder is looked into. */
  readonly visiting: (folder: RawPath) => void
  readonly looked: (files: number) => void
}

interface Folder {
  readonly path: RawPath
  readonly id: EntryId
}

/** Something new in a folder that may have been elsewhere. */
interface Postponed {
  readonly folder: Folder
  readonly seen: Looked
  readonly rival: EntryId
}

/**
 * One way through all that is in a folder, in which the service is told what differs. It holds in memory what differs and
 * the folders of one level, not all that there is.
 */
export class Pass {
  readonly #with: PassOptions
  readonly #keeper: ItemKeeper
  readonly #missing: MissingItems
  #folders: Folder[] = []
  #postponed: Postponed[] = []
  /** Files that were moved, and may have changed as well. */
  #moved: { id: EntryId; seen: Looked }[] = []
  /** Keys of names that are about to be given, by folders. */
  #promised = new Map<EntryId, Set<string>>()

  constructor(options: PassOptions) {
    this.#with = options
    this.#keeper = new ItemKeeper(options)
    this.#missing = new MissingItems(options.state.get)
  }

  /** The service did not agree with what was known of it: what it holds has to be asked for. */
  get isDoubtful(): boolean {
    return this.#keeper.isDoubtful
  }

  async run(): Promise<void> {
    this.#folders = [{ path: this.#with.top.path, id: TOP_ROW }]
    while (this.#folders.length + this.#moved.length + this.#postponed.length > 0) {
      const [folders, moved] = [this.#folders, this.#moved]
      this.#folders = []
      this.#moved = []
      for (const folder of folders) await this.#visit(folder)
      for (const { id, seen } of moved) await this.#checkMoved(id, seen)
      // Only when everything that is known was looked for can it be known what is elsewhere now.
      if (folders.length + moved.length === 0) await this.#settleSome()
      await this.#flush()
    }
    await this.#removeMissing()
    await this.#flush()
  }

  async #flush(): Promise<void> {
    await this.#keeper.flush()
    this.#promised.clear()
  }

  async #visit(folder: Folder): Promise<void> {
    const { state, signal, looked } = this.#with
    signal.throwIfAborted()
    const items = await this.#list(folder)
    if (!items) return
    const { same, fresh, gone } = compareFolder(state.children(folder.id), items)
    this.#missing.add(gone)
    for (const { known, seen } of same)
      if (seen.kind === 'folder') await this.#checkFolder(known, seen)
      else await this.#checkFile(known, seen)
    for (const seen of fresh) {
      const rival = seen.identity === null ? undefined : state.named(seen.identity, kindOf(seen.kind))
      if (rival) this.#postponed.push({ folder, seen, rival: rival.id })
      else await this.#add(folder, seen)
    }
    looked(items.reduce((files, { kind }) => (kind === 'folder' ? files : files + 1), 0))
  }

  /** Undefined where nobody can say what is there: then what is known stays as it is. */
  async #list({ path }: Folder): Promise<Looked[] | undefined> {
    const { problems, skipped, isExcluded, top } = this.#with
    const note = (at: RawPath, error: unknown) => {
      const code = codeOf(error)
      if (code !== 'ENOENT') problems.add(at, reasonOf(error, code))
    }
    try {
      this.#with.visiting(path)
      // By its handle: nothing is followed that was put in the place of the folder, or of one above it.
      using folder = openInPlace(path)
      if (BigInt(folder.device) !== top.device) throw new FolderMoved('Another disk is mounted there')
      const items = await lookInto(path, note, folder.path)
      return items.filter((item) => {
        if (item.isSpecial) skipped.add(item.path, NOT_BACKED_UP.kind)
        return !item.isSpecial && !isExcluded(item.path)
      })
    } catch (error) {
      if (error instanceof FolderMoved || codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ELOOP')
        problems.add(path, NOT_BACKED_UP.replaced)
      else note(path, error)
      return undefined
    }
  }

  async #checkFolder(known: KnownItem, seen: Looked): Promise<void> {
    await this.#keeper.keepAttributes(known, seen, { identity: seen.identity, stamp: null })
    this.#enter(seen, known.id)
  }

  async #checkFile(known: KnownItem, seen: Looked): Promise<void> {
    if (known.stamp !== seen.stamp) await this.#keeper.keepFile(seen, known)
  }

  async #checkMoved(id: EntryId, seen: Looked): Promise<void> {
    const known = this.#with.state.get(id)
    if (known) await this.#checkFile(known, seen)
  }

  /** What another file system holds is not part of this backup. */
  #enter({ path, device }: Looked, id: EntryId): void {
    if (device === this.#with.top.device) this.#folders.push({ path, id })
    else this.#with.skipped.add(path, NOT_BACKED_UP.fileSystem)
  }

  /** What an item that is new in a folder is called on the service. */
  #nameOf(folder: Folder, { raw }: Looked, but?: EntryId): string {
    const promised = this.#promised.get(folder.id) ?? new Set()
    this.#promised.set(folder.id, promised)
    const isTaken = (key: string) => promised.has(key) || this.#with.state.isTaken(folder.id, key, but)
    const name = backupName(raw, isTaken, hashOf)
    promised.add(nameKey(name))
    return name
  }

  async #add(folder: Folder, seen: Looked): Promise<void> {
    const name = this.#nameOf(folder, seen)
    if (seen.kind !== 'folder') return this.#keeper.keepFile(seen, { folderId: folder.id, name })
    const op = { op: 'mkdir', folder_id: folder.id, name, meta: metaOf(seen, name) } as const
    await this.#with.sender.add(op, (result) => {
      const entry = this.#keeper.answer(seen.path, result)
      if (!entry) return
      this.#with.state.put(entry, { identity: seen.identity, stamp: null })
      this.#enter(seen, entry.entry_id)
    })
  }

  /** Folders one by one: what was in one that moved is known again when that was looked at. */
  async #settleSome(): Promise<void> {
    const folder = this.#postponed.findIndex(({ seen }) => seen.kind === 'folder')
    const some = folder === -1 ? this.#postponed.splice(0) : this.#postponed.splice(folder, 1)
    for (const one of some) await this.#settle(one)
  }

  /** What is new here and missing there has moved. */
  async #settle({ folder, seen, rival }: Postponed): Promise<void> {
    const { state, sender } = this.#with
    const known = state.get(rival)
    if (!known || !this.#missing.isMissing(rival)) return this.#add(folder, seen)
    this.#missing.markFound(rival)
    const name = this.#nameOf(folder, seen, rival)
    const { id: entry_id, ver: if_ver, stamp } = known
    const to = { folder_id: folder.id, name, meta: metaOf(seen, name) }
    await sender.add({ op: 'place', entry_id, if_ver, ...to }, (result) => {
      const entry = this.#keeper.answer(seen.path, result)
      if (!entry) return
      state.put(entry, { identity: seen.identity, stamp })
      if (seen.kind === 'folder') this.#enter(seen, entry_id)
      else this.#moved.push({ id: entry_id, seen })
    })
  }

  async #removeMissing(): Promise<void> {
    const { state, sender, mayDeleteMuch, top } = this.#with
    const missing = this.#missing.left().filter((id) => !this.#isThere(id))
    const items = state.below(missing).filter(({ id }) => !this.#missing.wasFound(id))
    if (items.length === 0) return
    const files = items.filter(({ kind }) => kind === 'file').length
    const { files: all } = state.totals()
    if (!mayDeleteMuch && isTooMuchGone(files, all)) throw new RunFailed(BACKUPS.mostGone(files, all))
    if (look(top.path, '').inode !== top.inode) throw new RunFailed(BACKUPS.replaced)
    for (const { id: entry_id, ver: if_ver } of items) {
      const path = this.#pathOf(entry_id) ?? top.path
      await sender.add({ op: 'delete', entry_id, if_ver }, (result) => {
        if (this.#keeper.answer(path, result)) state.forget(entry_id)
      })
    }
  }

  /** Whether something of its kind has come back to where a known item was. */
  #isThere(id: EntryId): boolean {
    const path = this.#pathOf(id)
    if (path === undefined || this.#with.isExcluded(path)) return false
    try {
      const { kind } = look(path, '')
      return kind !== 'unknown' && kindOf(kind) === this.#with.state.get(id)?.kind
    } catch (error) {
      return !['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')
    }
  }

  /** Where a known item was on the disk. */
  #pathOf(id: EntryId): RawPath | undefined {
    const names: RawName[] = []
    for (let at = id; at !== TOP_ROW; ) {
      const item = this.#with.state.get(at)
      if (!item) return undefined
      names.unshift(item.raw)
      at = item.parentId
    }
    return names.reduce(inFolder, this.#with.top.path)
  }
}
