import {
  type BigIntStats,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lchownSync,
  lutimesSync,
  openSync,
  utimesSync,
} from 'node:fs'

/** Of Linux: opens the item itself, also a link, and reads nothing of it. */
const O_PATH = 0o10000000
const isLinux = process.platform === 'linux'
const FLAGS = constants.O_NOFOLLOW | (isLinux ? O_PATH : constants.O_RDONLY | constants.O_NONBLOCK)

/**
 * An item of a folder to which others may write, held so that what is done to it is done to no other, whatever they put under
 * its name meanwhile. Where a system cannot do that, it is done to what has its name, and no link is followed.
 */
export class HeldItem implements Disposable {
  readonly #fd: number
  readonly #at: Buffer
  readonly #isOwn: boolean

  /** `fd` where it is open already; then that stays open. */
  constructor(at: Buffer, fd?: number) {
    this.#fd = fd ?? openSync(at, FLAGS)
    this.#isOwn = fd === undefined
    this.#at = isLinux ? Buffer.from(`/proc/self/fd/${this.#fd}`) : at
  }

  get stats(): BigIntStats {
    return fstatSync(this.#fd, { bigint: true })
  }

  /** As other programs of this computer reach it. */
  get path(): Buffer {
    return isLinux ? Buffer.from(`/proc/${process.pid}/fd/${this.#fd}`) : this.#at
  }

  giveTo(uid: number, gid: number): void {
    ;(isLinux ? chownSync : lchownSync)(this.#at, uid, gid)
  }

  setMode(mode: number): void {
    if (isLinux) chmodSync(this.#at, mode)
    else fchmodSync(this.#fd, mode)
  }

  setTimes(accessed: number, modified: number): void {
    ;(isLinux ? utimesSync : lutimesSync)(this.#at, accessed, modified)
  }

  [Symbol.dispose](): void {
    if (this.#isOwn) closeSync(this.#fd)
  }
}

/** Whether both are one item. */
export const isSameItem = (one: BigIntStats | undefined, other: BigIntStats): boolean =>
  one !== undefined && one.ino === other.ino && one.dev === other.dev
