import { type FSWatcher, watch } from 'node:fs'
import { pathOf, type RawPath } from './look.ts'

/** Watches are few on some systems, and synced folders need them more: of a tree with more folders none are watched. */
const MOST = 4096

/** Tells that something has changed in a tree that is gone through again and again. It may miss some: no run depends on it. */
export class FolderWatches {
  readonly #onChange: () => void
  #watches = new Map<RawPath, FSWatcher>()
  /** Those of the run under way. All are made again: another folder may have the path by now. */
  #next = new Map<RawPath, FSWatcher>()
  #isTooMuch = false

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  begin(): void {
    close(this.#next)
    this.#isTooMuch = false
  }

  /** Before it is looked into. */
  see(folder: RawPath): void {
    if (this.#next.size >= MOST) this.#isTooMuch = true
    if (this.#isTooMuch || this.#next.has(folder)) return
    try {
      const opened = watch(pathOf(folder), { persistent: false }, this.#onChange)
      opened.on('error', () => opened.close())
      this.#next.set(folder, opened)
    } catch {
      // There are no more to be had, or the folder is gone.
    }
  }

  /** All was gone through. */
  settle(): void {
    close(this.#watches)
    if (this.#isTooMuch) close(this.#next)
    this.#watches = this.#next
    this.#next = new Map()
  }

  close(): void {
    close(this.#watches)
    close(this.#next)
  }
}

function close(watches: Map<RawPath, FSWatcher>): void {
  for (const one of watches.values()) one.close()
  watches.clear()
}
