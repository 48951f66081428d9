import { type FSWatcher, readFileSync, watch } from 'node:fs'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { isIgnored } from '../core/ignore.ts'
import type { LocalId } from '../core/local-id.ts'
import { isOwnerFile } from '../core/owner-files.ts'
import type { Hints } from '../ports/disk.ts'
import { SETTLED_MS } from './identity.ts'
import type { OpenFolder } from './open-folder.ts'

/** A folder in which much happens is not looked at more often than this. */
const HINT_EVERY_MS = 1000
/** One with few items costs next to nothing. */
const SMALL_HINT_EVERY_MS = 250
const SMALL = 100
const POLL_EVERY_MS = 5 * MINUTE_MS
/** Watches of what is nowhere any more are kept for a while: it may have been moved to where nobody has looked yet. */
const LOST_MS = MINUTE_MS

const NONE: ReadonlySet<LocalId> = new Set()

const NEVER = { hintedAt: 0, everyMs: HINT_EVERY_MS }

interface Watched {
  /** Undefined where there was no watch to be had: such folders are looked at now and then. */
  watcher: FSWatcher | undefined
  parent: LocalId
  /** Its folders, as they were seen last. */
  folders: ReadonlySet<LocalId>
  hintedAt: Instant
  /** It is not to be looked at more often than this. */
  everyMs: number
}

/**
 * Watches folders, each by itself: a watch of a whole tree takes one per file on Linux, and misses what is made quickly. A
 * folder is watched before it is listed, so that nothing happens in between. A watch stays with its folder wherever it is
 * moved. An event says only that a folder is to be looked at.
 */
export class Watcher {
  readonly #now: () => Instant
  readonly #onHint: () => void
  readonly #folders = new Map<LocalId, Watched>()
  /** Folders that are not where they were, and since when. */
  readonly #lost = new Map<LocalId, Instant>()
  /** Folders to look at, and from when on. */
  readonly #due = new Map<LocalId, Instant>()
  #everywhere = false
  #timer: NodeJS.Timeout | undefined
  #timerAt = Number.POSITIVE_INFINITY
  #burst = 0
  readonly #longestBurst = longestBurst()

  constructor(now: () => Instant, onHint: () => void) {
    this.#now = now
    this.#onHint = onHint
  }

  /** How many folders are watched, and how many only looked at now and then. */
  get count(): { watched: number; polled: number } {
    let watched = 0
    for (const { watcher } of this.#folders.values()) if (watcher) watched++
    return { watched, polled: this.#folders.size - watched }
  }

  /** Before it is listed. Whether it was known, with the folders in it. */
  watch({ id, path }: Pick<OpenFolder, 'id' | 'path'>, parent: LocalId): boolean {
    this.#due.delete(id)
    const isKnown = this.#folders.has(id)
    const known = this.#folders.get(id) ?? { watcher: undefined, parent, folders: NONE, ...NEVER }
    known.watcher ??= this.#open(id, path)
    known.parent = parent
    this.#folders.set(id, known)
    this.#lost.delete(id)
    if (!known.watcher) this.#mark(id, POLL_EVERY_MS)
    return isKnown
  }

  /** After it was listed: `folders` are those in it, `size` is the number of all items. */
  listed(
    id: LocalId,
    folders: ReadonlySet<LocalId>,
    { isRestless, size }: { isRestless: boolean; size: number },
  ): void {
    const listed = this.#folders.get(id)
    if (!listed) return
    for (const gone of listed.folders)
      if (!folders.has(gone) && this.#folders.get(gone)?.parent === id) this.#lost.set(gone, this.#now())
    listed.folders = folders.size > 0 ? folders : NONE
    for (const inside of folders) {
      const there = this.#folders.get(inside)
      if (there) there.parent = id
      else this.#mark(inside, 0)
      this.#lost.delete(inside)
    }
    listed.everyMs = size < SMALL ? SMALL_HINT_EVERY_MS : HINT_EVERY_MS
    if (isRestless) this.#mark(id, SETTLED_MS)
  }

  take(besides: readonly LocalId[] = []): Hints {
    const now = this.#now()
    this.#dropLost(now)
    const everywhere = this.#everywhere
    this.#everywhere = false
    const folders: LocalId[] = [...besides]
    let next = Number.POSITIVE_INFINITY
    for (const [id, at] of this.#due) {
      const known = this.#folders.get(id)
      const from = Math.max(at, nextHint(known))
      if (from > now) {
        next = Math.min(next, from)
        continue
      }
      folders.push(id)
      this.#due.delete(id)
      if (!known) continue
      known.hintedAt = now
      if (!known.watcher) this.#due.set(id, now + POLL_EVERY_MS)
    }
    if (next < Number.POSITIVE_INFINITY) this.#wakeAt(next)
    return { folders, everywhere }
  }

  /** Nothing is known of the folders any more; when they are there again, all is to be looked at. */
  forget(): void {
    for (const { watcher } of this.#folders.values()) watcher?.close()
    for (const all of [this.#folders, this.#lost, this.#due]) all.clear()
    this.#everywhere = true
    clearTimeout(this.#timer)
    this.#timerAt = Number.POSITIVE_INFINITY
  }

  #open(id: LocalId, path: string): FSWatcher | undefined {
    try {
      const watcher = watch(path, { persistent: false }, (_, name) => this.#heard(id, name))
      watcher.on('error', () => this.#lose(id))
      return watcher
    } catch {
      // There are no more to be had (ENOSPC, EMFILE), or this file system has none.
      return undefined
    }
  }

  #heard(id: LocalId, name: string | null): void {
    if (this.#burst++ === 0)
      setImmediate(() => {
        this.#burst = 0
      })
    // The kernel drops what it cannot queue, and nobody is notified.
    if (this.#burst >= this.#longestBurst) this.#everywhere = true
    if (name === null || !isIgnored(name) || isOwnerFile(name)) this.#mark(id, 0)
  }

  #lose(id: LocalId): void {
    const known = this.#folders.get(id)
    known?.watcher?.close()
    if (known) known.watcher = undefined
    this.#mark(id, 0)
  }

  #mark(id: LocalId, inMs: number): void {
    const at = this.#now() + inMs
    if ((this.#due.get(id) ?? Number.POSITIVE_INFINITY) <= at) return
    this.#due.set(id, at)
    this.#wakeAt(Math.max(at, nextHint(this.#folders.get(id))))
  }

  /** One timer for all; when it has gone off, the caller learns when the next one is due. */
  #wakeAt(at: Instant): void {
    if (at >= this.#timerAt) return
    clearTimeout(this.#timer)
    this.#timerAt = at
    const ring = () => {
      this.#timerAt = Number.POSITIVE_INFINITY
      this.#onHint()
    }
    this.#timer = setTimeout(ring, Math.max(0, at - this.#now())).unref()
  }

  #dropLost(now: Instant): void {
    for (const [id, lostAt] of this.#lost) if (now - lostAt > LOST_MS) this.#close(id)
  }

  #close(id: LocalId): void {
    const known = this.#folders.get(id)
    for (const all of [this.#folders, this.#lost, this.#due]) all.delete(id)
    if (!known) return
    known.watcher?.close()
    for (const inside of known.folders) if (this.#folders.get(inside)?.parent === id) this.#close(inside)
  }
}

const nextHint = ({ hintedAt, everyMs }: Pick<Watched, 'hintedAt' | 'everyMs'> = NEVER): Instant =>
  hintedAt + everyMs

/** About as many events as the kernel keeps for us: after so many at a time, some are probably lost. */
function longestBurst(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8')) / 2
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
