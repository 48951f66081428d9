import { OneByOne } from '@holdfast/api/one-by-one'
import type { Instant } from '@holdfast/api/time'
import type { LocalId } from '../core/local-id.ts'
import { TOP_LOCAL, type Way } from '../core/local-tree.ts'
import {
  type ContentSource,
  type Disk,
  DiskGone,
  type Done,
  type FileContent,
  type Fresh,
  type Hints,
  type Listing,
  type Seen,
  type Shown,
  type Staged,
  type Unreadable,
} from '../ports/disk.ts'
import { Bin, type Binned } from './bin.ts'
import { ByFolder } from './by-folder.ts'
import { comeBack, returnWritten } from './come-back.ts'
import { ContentReader, type How } from './content-reader.ts'
import { CuttingThread } from './cutting-thread.ts'
import { asPromised, isMissing, lost, NotAsSeen, SourceFailed, unlessChanged } from './errors.ts'
import { Flusher } from './flusher.ts'
import { type Place, placeIn } from './give-name.ts'
import { getItem, kindOf, openItem, shownAs } from './identity.ts'
import { listFolder } from './list-folder.ts'
import { MarkedFolder } from './marker.ts'
import { moveItem, placeStaged } from './move-item.ts'
import { nearOf } from './near.ts'
import type { NodeDiskOptions } from './node-disk-options.ts'
import { numbered } from './numbered.ts'
import { type OpenFolder, openWay } from './open-folder.ts'
import { lookAt } from './open-item.ts'
import type { OpenTop } from './open-top.ts'
import { Pace } from './pace.ts'
import { readBytes } from './read-file.ts'
import { removeFile, removeFolder, replaceFile } from './replace-file.ts'
import { setTime } from './set-time.ts'
import { settle } from './settle.ts'
import { Staging } from './staging.ts'
import { Watcher } from './watcher.ts'

const TEND_MS = 30_000
/** The bin may hold much: all of it is looked at every so many times. */
const TEND_ALL = 20

/** A folder of this computer that is kept equal to a root. To be closed. */
export class NodeDisk implements Disk {
  readonly #options: NodeDiskOptions
  readonly #folder: MarkedFolder
  readonly #thread: CuttingThread
  readonly #reader: ContentReader
  readonly #staging: Staging
  readonly #bin: Bin
  readonly #watcher: Watcher
  readonly #flusher = new Flusher()
  readonly #pace = new Pace()
  readonly #unreadable = new ByFolder<Pick<Unreadable, 'shownName' | 'why'>>()
  readonly #inUse = new ByFolder<LocalId>()
  readonly #tending: NodeJS.Timeout
  readonly #tended = new OneByOne()
  /** Whether what an earlier process left between two steps is settled. */
  #isSettled = false

  constructor(options: NodeDiskOptions) {
    this.#options = options
    this.#folder = new MarkedFolder(options.folder, options.marker, options.notes)
    this.#thread = new CuttingThread(options.cutWorker)
    this.#reader = new ContentReader(this.#thread, options)
    this.#staging = new Staging(this.#thread, this.#flusher)
    this.#bin = new Bin(options.now)
    this.#watcher = new Watcher(options.now, options.onHint)
    let times = 0
    const tend = () => this.tend(times++ % TEND_ALL === 0 ? 'all' : 'newest').catch(() => {})
    this.#tending = setInterval(tend, TEND_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#tending)
    this.#watcher.forget()
    this.#reader.close()
    await this.#thread.close()
  }

  /** How many folders are watched, and how many, for want of watches, only looked at now and then. */
  get watches(): { watched: number; polled: number } {
    return this.#watcher.count
  }

  check = (): Promise<void> => this.#keep(() => undefined)
  /** Nobody tells when a volume goes: where one is mounted, each look is there too. */
  takeHints = (): Promise<Hints> =>
    this.#keep(() => {
      const mounted = this.#unreadable.all().flatMap(([folder, { why }]) => (why === 'mounted' ? folder : []))
      return this.#watcher.take(mounted)
    })

  list(way: Way, mark?: string): Promise<Listing | 'same' | 'changed'> {
    return this.#act(async (top) => {
      using folder = openWay(top, way)
      // One that has lost its watch meanwhile does not know what is in it.
      const isWatched = this.#watcher.watch(folder, way.at(-2)?.id ?? TOP_LOCAL)
      await this.#pace.breathe()
      const found = await listFolder(folder, this.#pace, this.#options.now, {
        mark: isWatched ? mark : undefined,
        own: way.length === 0 ? top.ownIdentity : undefined,
      })
      if (found === 'same') return found
      const { isRestless, inUse, untold, ...listing } = found
      const folders = new Set(listing.entries.filter(({ kind }) => kind === 'folder').map(({ id }) => id))
      this.#watcher.listed(folder.id, folders, { isRestless, size: listing.entries.length })
      this.#unreadable.set(folder.id, untold)
      this.#inUse.set(folder.id, inUse)
      return { ...listing, hasUnreadable: untold.length > 0 }
    })
  }

  listUnreadable = (): Promise<Unreadable[]> =>
    this.#keep(() => this.#unreadable.all().map(([folder, found]) => ({ folder, ...found })))

  /** Files that programs had open when their folders were last looked at. */
  filesInUse = (): LocalId[] => this.#inUse.all().map(([, id]) => id)

  async read(file: Seen, how?: 'as_kept' | 'with_bytes'): Promise<FileContent | 'changed'> {
    const found = await this.#read(file, how)
    return typeof found === 'object' ? found : 'changed'
  }

  readFresh = (file: Seen, since: Instant): Promise<Fresh> => this.#read(file, { since })

  readBytes(file: Seen, from: number, size: number, into?: Uint8Array): Promise<Uint8Array | 'changed'> {
    return this.#act(async (top) => {
      using folder = openWay(top, file.folder)
      return await readBytes(folder, file, { from, size, into })
    })
  }

  move(item: Seen, to: Way, name: string): Promise<Shown | 'changed' | 'taken'> {
    return this.#act((top) => {
      if (to.some(({ id }) => id === item.id)) throw new NotAsSeen()
      using folder = openWay(top, item.folder)
      using into = openWay(top, to)
      lookAt(folder, item)
      const place = placeIn(into, to, name)
      const moved = moveItem(top, placeIn(folder, item.folder, item.rawName), place)
      return moved === 'taken' ? moved : this.#shown(place)
    })
  }

  setTime(file: Seen, modified: Instant): Promise<Pick<Shown, 'modified'> | 'changed'> {
    return this.#act((top) => {
      using folder = openWay(top, file.folder)
      return setTime(folder, file, modified)
    })
  }

  async stageFile(source: ContentSource, near: readonly Seen[]): Promise<Staged> {
    const nearby = (top: OpenFolder) => near.map((file) => nearOf(top, file, this.#thread))
    try {
      return await this.#keep((top) => this.#staging.file(top, source, nearby(top)))
    } catch (error) {
      throw error instanceof SourceFailed ? error.cause : error
    }
  }

  stageFiles: Disk['stageFiles'] = (files) => this.#keep((top) => this.#staging.files(top, files))
  stageFolder = (): Promise<LocalId> => this.#keep((top) => this.#staging.folder(top))
  listStaged = (): Promise<LocalId[]> => this.#keep((top) => this.#staging.list(top))
  dropStaged = (id: LocalId): Promise<void> => this.#keep((top) => this.#staging.drop(top, id))

  place(staged: LocalId, to: Way, name: string): Promise<Shown | 'changed' | 'taken'> {
    return this.#act((top) => {
      using into = openWay(top, to)
      const from = this.#staging.get(top, staged)
      const place = placeIn(into, to, name)
      if (placeStaged(top, from, place, openItem(into.fd)) === 'taken') return 'taken'
      this.#staging.forget(staged)
      return this.#shown(place)
    })
  }

  replace(staged: LocalId, over: Seen): Promise<Shown | 'changed'> {
    return this.#act((top) => {
      using folder = openWay(top, over.folder)
      const from = this.#staging.get(top, staged)
      const old = lookAt(folder, over)
      const place = placeIn(folder, over.folder, over.rawName)
      replaceFile(top, from, place, old, this.#bin.expect(top, 'replaced', place.fromTop, old))
      this.#staging.forget(staged)
      return this.#shown(place)
    })
  }

  remove(item: Seen, leftovers: ReadonlySet<LocalId>): Promise<Done | 'not_empty' | 'leftover'> {
    return this.#act((top) => {
      using folder = openWay(top, item.folder)
      const seen = lookAt(folder, item)
      const place = placeIn(folder, item.folder, item.rawName)
      if (kindOf(seen) === 'folder') return removeFolder(place.path, leftovers)
      return removeFile(top, place, seen, this.#bin.expect(top, 'removed', place.fromTop, seen))
    })
  }

  flush(way: Way): Promise<Done> {
    return this.#act(async (top) => {
      using folder = openWay(top, way)
      await this.#flusher.flush(folder)
      return 'done' as const
    })
  }

  /** What the agent took from the folder in the last days, the newest first. */
  listBin(): Promise<Binned[]> {
    return this.#keep((top) => this.#bin.list(top).map(({ item, ...binned }) => binned))
  }

  /** To where it was, or beside what is there now. Gives its path, from the top; undefined where the bin has no such thing. */
  bringBack(key: string): Promise<string | undefined> {
    return this.#keep((top) => {
      const found = this.#bin.find(top, key)
      return found && comeBack(top, this.#bin, found, numbered)
    })
  }

  /** Drops these for ever, or all. */
  clearBin(keys?: readonly string[]): Promise<void> {
    return this.#keep((top) => {
      for (const key of keys ?? this.#bin.list(top).map((one) => one.key)) this.#bin.drop(top, key)
    })
  }

  /** Looks after the bin and what was broken off, or only after what came to the bin just now; done by itself now and then. */
  tend(how: 'all' | 'newest' = 'all'): Promise<void> {
    return this.#tended.run(() =>
      this.#keep(async (top) => {
        if (how === 'all') this.#bin.tidy(top)
        if (how === 'all') this.#staging.dropOldPartials(top, this.#options.now())
        await returnWritten(top, this.#bin, this.#thread, { ...this.#options, how })
      }),
    )
  }

  #read(file: Seen, how: How): Promise<Fresh> {
    return unlessChanged(async () => {
      await this.#pace.breathe()
      const kept = this.#reader.find(file)
      if (kept) return await this.#told(() => this.#reader.read(kept, file, how))
      return await this.#within((top) => this.#reader.read(this.#reader.keep(top, file), file, how))
    })
  }

  #shown = ({ path }: Place): Shown => shownAs(getItem(path), this.#options.now())

  /** For what acts on what was seen. */
  #act<T>(deed: (top: OpenTop) => T | Promise<T>): Promise<T | 'changed'> {
    return unlessChanged(() => this.#within(deed))
  }

  /** For what needs nothing but the folder and what we keep in it. */
  #keep<T>(deed: (top: OpenTop) => T | Promise<T>): Promise<T> {
    return this.#within(deed).catch((error) => {
      throw isMissing(error) ? lost(error) : error
    })
  }

  #within<T>(deed: (top: OpenTop) => T | Promise<T>): Promise<T> {
    return this.#told(async () => {
      using top = this.#folder.open()
      if (!this.#isSettled) settle(top)
      this.#isSettled = true
      return await deed(top)
    })
  }

  async #told<T>(deed: () => Promise<T>): Promise<T> {
    try {
      return await deed()
    } catch (error) {
      const told = asPromised(error)
      if (told instanceof DiskGone) {
        this.#watcher.forget()
        this.#isSettled = false
      }
      throw told
    }
  }
}
