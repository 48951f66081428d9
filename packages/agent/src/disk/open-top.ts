import { TOP_LOCAL } from '../core/local-tree.ts'
import { OpenFolder } from './open-folder.ts'
import type { OwnFolder, OwnFolderFinder } from './own-folder.ts'

/** A kept folder that is open, with the folder of the agent's own in it, and the agent's notes about it. */
export class OpenTop extends OpenFolder {
  /** A file in the agent's home. */
  readonly notes: string
  readonly #finder: OwnFolderFinder
  #own: OwnFolder | undefined

  constructor(at: string, { notes, own }: { notes: string; own: OwnFolderFinder }) {
    super(at, TOP_LOCAL)
    this.notes = notes
    this.#finder = own
  }

  /** Opened when it is first asked for. Throws `DiskGone` where it is not the one that was made for this folder. */
  get own(): OwnFolder {
    this.#own ??= this.#finder.open(this)
    return this.#own
  }

  get ownIdentity(): string | undefined {
    return this.#finder.identity
  }

  override [Symbol.dispose](): void {
    this.#own?.[Symbol.dispose]()
    super[Symbol.dispose]()
  }
}
