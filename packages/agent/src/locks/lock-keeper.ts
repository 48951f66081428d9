import { listedExtension } from '@holdfast/api/files/names'
import type { EntryId } from '@holdfast/api/ids'
import { OneByOne } from '@holdfast/api/one-by-one'
import type { Instant } from '@holdfast/api/time'
import type { LocalId } from '../core/local-id.ts'
import { type RemoteRow, TOP_ROW } from '../core/remote-tree.ts'
import type { Trees } from '../core/trees.ts'
import type { Engine } from '../engine/state/engine.ts'
import { seen } from '../engine/state/seen.ts'
import type { SecretFile } from '../net/secret-file.ts'
import type { Seen } from '../ports/disk.ts'
import type { Lock, LockCalls } from '../ports/locks.ts'
import { type Guarded, GuardedFiles, type Modes } from './guarded-files.ts'
import { OwnLocks } from './own-locks.ts'

/** What outlives the process. Losing it costs a permission to write, which a person can give back. */
export interface KeptLocks {
  readonly locked: readonly EntryId[]
  readonly modes: readonly Guarded[]
}

export interface LockKeeperOptions {
  readonly calls: LockCalls
  readonly modes: Modes
  readonly file: SecretFile<KeptLocks>
  readonly now: () => Instant
  /** Undefined while nothing is known of the folder. */
  readonly engine: () => Engine | undefined
  readonly filesInUse: () => readonly LocalId[]
  readonly settings: () => {
    /** Files are locked while somebody works on them here. */
    readonly autoLock: boolean
    /** Only files with these are locked by us, and kept from being written while others lock them. */
    readonly extensions: string
  }
}

/**
 * Looks after locks beside the rounds of one root. Nothing of sync depends on it: what others may not change, the service does
 * not let them, and an edit that comes too late waits for the end of a lock.
 */
export class LockKeeper {
  readonly #options: LockKeeperOptions
  readonly #own: OwnLocks
  #guarded: GuardedFiles | undefined
  /** Locks of anyone that are known, on files, folders and the root. */
  readonly #locks = new Map<EntryId, Lock>()
  /** Of the root nothing is said before its lock changes. */
  readonly #toAsk = new Set<EntryId>([TOP_ROW])
  /** Below these locks, as the log had it. */
  #below: { readonly of: string; readonly files: readonly EntryId[] } | undefined
  #modes: KeptLocks['modes'] = []
  readonly #tending = new OneByOne()
  #waiting = 0

  constructor(options: LockKeeperOptions) {
    this.#options = options
    this.#own = new OwnLocks(options.calls, options.now)
  }

  /** After each round. What cannot be done is done after one of the next. */
  tend(): void {
    if (this.#waiting > 0) return
    this.#waiting++
    void this.#tending.run(() => {
      this.#waiting--
      return this.#tend()
    })
  }

  /** Gives all back, as nobody looks after it from now on. */
  async end(): Promise<void> {
    this.#waiting = Number.POSITIVE_INFINITY
    void this.#tending.run(async () => {
      await this.#own.giveBackAll()
      const engine = this.#options.engine()
      if (engine) await (await this.#guards()).tend(new Set(), (id, file) => find(engine, id, file))
    })
    await this.#tending.idle()
  }

  async #tend(): Promise<void> {
    const engine = this.#options.engine()
    if (!engine) return
    const guards = await this.#guards()
    await this.#hear(engine)
    await guards.tend(await this.#lockedByOthers(engine), (id, file) => find(engine, id, file))
    await this.#own.tend(this.#open(engine), (id) => isSent(engine, id))
  }

  async #guards(): Promise<GuardedFiles> {
    if (this.#guarded) return this.#guarded
    const kept = await this.#options.file.read()
    for (const id of kept?.locked ?? []) this.#toAsk.add(id)
    this.#modes = kept?.modes ?? []
    this.#guarded = new GuardedFiles(this.#options.modes, this.#modes, (modes) => {
      this.#modes = modes
      return this.#save()
    })
    return this.#guarded
  }

  /** The log tells that something has happened to a lock, not whose it is, nor when it ends. */
  async #hear({ state }: Engine): Promise<void> {
    for (const id of state.lockNews) this.#toAsk.add(id)
    state.lockNews.clear()
    const now = this.#options.now()
    for (const [id, { until }] of this.#locks) if (until !== null && until <= now) this.#toAsk.add(id)
    if (this.#toAsk.size === 0) return
    const asked = [...this.#toAsk]
    const locks = await this.#options.calls.listLocks(asked)
    for (const id of asked) {
      const lock = locks.get(id)
      if (lock) this.#locks.set(id, lock)
      else this.#locks.delete(id)
      this.#own.heard(id, lock !== undefined)
      this.#toAsk.delete(id)
    }
    await this.#save()
  }

  async #lockedByOthers({ state: { trees, position } }: Engine): Promise<Set<EntryId>> {
    if (this.#locks.size === 0) return new Set()
    const me = await this.#options.calls.getOwnId()
    const { extensions } = this.#options.settings()
    const tops = [...this.#locks].flatMap(([id, { personId }]) => (personId === me ? [] : id))
    const of = [position?.cursor, extensions, ...tops].join()
    // It may be a whole root: that is looked through when something has changed.
    if (this.#below?.of !== of) this.#below = { of, files: filesBelow(trees, tops, extensions) }
    // A file that has gone its own way is nobody else's.
    return new Set(this.#below.files.filter((id) => trees.links.ofRow(id)))
  }

  #open({ state: { trees } }: Engine): Set<EntryId> {
    const { autoLock, extensions } = this.#options.settings()
    if (!autoLock || trees.readOnly) return new Set()
    return new Set(
      this.#options.filesInUse().flatMap((id) => {
        const link = trees.local.get(id) && trees.links.ofLocal(id)
        const row = link && trees.remote.visible(link.rowId)
        return row && listedExtension(row.name, extensions) !== undefined ? row.id : []
      }),
    )
  }

  #save(): Promise<void> {
    return this.#options.file.write({ locked: [...this.#locks.keys()], modes: this.#modes })
  }
}

function filesBelow({ remote }: Trees, tops: readonly EntryId[], extensions: string): EntryId[] {
  const files: EntryId[] = []
  const add = ({ id, kind, name }: RemoteRow): void => {
    if (kind === 'folder') for (const child of remote.children(id)) add(child)
    else if (listedExtension(name, extensions) !== undefined) files.push(id)
  }
  for (const id of tops) {
    const row = remote.visible(id)
    if (row) add(row)
  }
  return files
}

/** `gone` where nobody is to look for it any more. */
function find(engine: Engine, id: EntryId, file?: LocalId): Seen | 'gone' | undefined {
  const { links, local } = engine.state.trees
  const link = links.ofRow(id)
  const at = link?.localId ?? file
  const entry = at === undefined || engine.state.toRead.has(at) ? undefined : local.get(at)
  if (!link && (at === undefined || !local.get(at))) return 'gone'
  return entry && seen(engine, entry)
}

function isSent({ state: { trees, toRead } }: Engine, id: EntryId): boolean {
  const link = trees.links.ofRow(id)
  return !link || (!toRead.has(link.localId) && trees.local.get(link.localId)?.content === link.content)
}
