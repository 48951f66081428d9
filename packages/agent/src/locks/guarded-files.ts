import type { EntryId } from '@holdfast/api/ids'
import type { LocalId } from '../core/local-id.ts'
import type { Seen } from '../ports/disk.ts'

const WRITE = 0o222

/** A file, the mode that it had, and which it was on the disk: of one that is no item of the service any more, that is all there is. */
export type Guarded = readonly [id: EntryId, mode: number, file?: LocalId]

/** The modes of files of a disk. Throws where a file is not what was seen. */
export interface Modes {
  get(file: Seen): number
  set(file: Seen, mode: number): void
}

/**
 * Takes the permission to write away from files that someone else has locked, so that programs open them for reading, and
 * gives it back. Which it was is written down before: an agent that died leaves no file that cannot be written for ever.
 */
export class GuardedFiles {
  readonly #modes: Modes
  readonly #save: (modes: readonly Guarded[]) => Promise<void>
  readonly #guarded: Map<EntryId, Guarded>

  constructor(modes: Modes, guarded: Iterable<Guarded>, save: (modes: readonly Guarded[]) => Promise<void>) {
    this.#modes = modes
    this.#guarded = new Map([...guarded].map((one) => [one[0], one]))
    this.#save = save
  }

  /** `find` gives a file as it was last seen; undefined where it is not on this disk, or unknown as it is. */
  async tend(
    locked: ReadonlySet<EntryId>,
    find: (id: EntryId, file?: LocalId) => Seen | 'gone' | undefined,
  ): Promise<void> {
    const writable: { file: Seen; mode: number }[] = []
    for (const id of locked) {
      const file = find(id)
      const mode = file && file !== 'gone' ? this.#modeOf(file) : undefined
      if (!file || file === 'gone' || mode === undefined || (mode & WRITE) === 0) continue
      this.#guarded.set(id, [id, mode, file.id])
      writable.push({ file, mode })
    }
    if (writable.length > 0) await this.#save([...this.#guarded.values()])
    for (const { file, mode } of writable) this.#setMode(file, mode & ~WRITE)
    const free = [...this.#guarded.values()].filter(([id]) => !locked.has(id))
    const done = free.filter(([id, mode, guarded]) => {
      const file = find(id, guarded)
      return file === 'gone' || (file && this.#setMode(file, mode))
    })
    for (const [id] of done) this.#guarded.delete(id)
    if (done.length > 0) await this.#save([...this.#guarded.values()])
  }

  /** What cannot be looked at now is looked at again. */
  #modeOf(file: Seen): number | undefined {
    try {
      return this.#modes.get(file)
    } catch {
      return undefined
    }
  }

  #setMode(file: Seen, mode: number): boolean {
    try {
      this.#modes.set(file, mode)
      return true
    } catch {
      return false
    }
  }
}
