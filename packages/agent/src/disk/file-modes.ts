import { closeSync, constants, fchmodSync, openSync } from 'node:fs'
import type { Seen } from '../ports/disk.ts'
import { openItem } from './identity.ts'
import type { MarkedFolder } from './marker.ts'
import { openWay } from './open-folder.ts'
import { checkSeen } from './open-item.ts'

const PERMISSIONS = 0o7777

/** Who may do what to the files of a folder that is kept. */
export class FileModes {
  readonly #folder: MarkedFolder

  constructor(folder: MarkedFolder) {
    this.#folder = folder
  }

  /** Throws unless it is what was seen. */
  get = (file: Seen): number => this.#change(file)
  set(file: Seen, mode: number): void {
    this.#change(file, mode)
  }

  #change(file: Seen, mode?: number): number {
    using top = this.#folder.open()
    using folder = openWay(top, file.folder)
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    const fd = openSync(folder.at(file.rawName), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const item = checkSeen(openItem(fd), folder, file)
      if (mode !== undefined) fchmodSync(fd, mode)
      return item.mode & PERMISSIONS
    } finally {
      closeSync(fd)
    }
  }
}
