import type { Way } from '../core/local-tree.ts'
import type { OpenFolder } from './open-folder.ts'

const KEPT_MS = 5

/**
 * The folder that was read from last: where many of its files are read in a row, its way is not looked at for each of them,
 * but once in a few milliseconds. Nothing is changed through it.
 */
export class KeptFolder {
  #way: Way | undefined
  #folder: OpenFolder | undefined
  #until = 0
  #timer: NodeJS.Timeout | undefined

  /** Undefined unless it was opened by this way, just now. */
  find(way: Way): OpenFolder | undefined {
    const isKept = this.#way && isSame(this.#way, way) && performance.now() < this.#until
    return isKept ? this.#folder : undefined
  }

  keep(way: Way, folder: OpenFolder): OpenFolder {
    this.drop()
    this.#way = way
    this.#folder = folder
    this.#until = performance.now() + KEPT_MS
    this.#timer = setTimeout(() => this.drop(), KEPT_MS).unref()
    return folder
  }

  drop(): void {
    clearTimeout(this.#timer)
    this.#folder?.[Symbol.dispose]()
    this.#folder = undefined
    this.#way = undefined
  }
}

const isSame = (one: Way, other: Way): boolean =>
  one.length === other.length &&
  one.every(({ id, rawName }, depth) => other[depth]?.id === id && other[depth].rawName === rawName)
