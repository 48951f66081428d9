import { statfs } from 'node:fs/promises'
import { diskOutage, Outage } from '../basics/outage.ts'

const MIB = 1024 * 1024
/** Of each disk. What people do when it is full needs some room itself: signing in, deleting, purging, notifications. */
const KEPT_FREE = 64 * MIB
/** Of a small one, such a part. */
const KEPT_PART = 16
const LOOK_EVERY_MS = 1000

/** Gives what refuses new content where one of the disks would have too little room left for anything else. */
export function watchDisks(folders: readonly string[]): (bytes: number) => Promise<void> {
  const disks = folders.map((folder) => new Disk(folder))
  return async (bytes) => {
    for (const disk of disks) await disk.take(bytes)
  }
}

class Disk {
  readonly #folder: string
  #free = 0
  #lookAt = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async take(bytes: number): Promise<void> {
    if (performance.now() >= this.#lookAt) await this.#look()
    if (bytes > this.#free) throw new Outage('disk_full', new Error(`${this.#folder} has little room left`))
    this.#free -= bytes
  }

  async #look(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.#folder).catch((error) => {
      throw diskOutage(error, 'disk') ?? error
    })
    this.#free = bavail * bsize - Math.min(KEPT_FREE, (blocks * bsize) / KEPT_PART)
    this.#lookAt = performance.now() + LOOK_EVERY_MS
  }
}
