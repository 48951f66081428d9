import type { Instant } from '@holdfast/api/time'
import type { Fresh, Seen } from '../ports/disk.ts'
import { ChunkLists } from './chunk-lists.ts'
import type { CuttingThread } from './cutting-thread.ts'
import { KeptFolder } from './kept-folder.ts'
import type { NodeDiskOptions } from './node-disk-options.ts'
import { type OpenFolder, openWay } from './open-folder.ts'
import { lookAt } from './open-item.ts'
import { readFile } from './read-file.ts'
import { WriteHandles } from './write-handles.ts'

/** How a file is read: for `as_kept` and `with_bytes`, see `Disk.read`; with a time, as `Disk.readFresh` does. */
export type How = 'as_kept' | 'with_bytes' | { readonly since: Instant } | undefined

/** Finds out what files hold, and remembers what large ones were found to consist of. */
export class ContentReader {
  readonly #thread: CuttingThread
  readonly #lists: ChunkLists
  readonly #handles: WriteHandles
  readonly #kept = new KeptFolder()

  constructor(thread: CuttingThread, { now, chunks }: Pick<NodeDiskOptions, 'now' | 'chunks'>) {
    this.#thread = thread
    this.#lists = new ChunkLists(chunks)
    this.#handles = new WriteHandles(now)
  }

  close(): void {
    this.#kept.drop()
  }

  /** The folder of a file, where others in it were read just now. */
  find = ({ folder }: Seen): OpenFolder | undefined => this.#kept.find(folder)
  keep = (top: OpenFolder, { folder }: Seen): OpenFolder => this.#kept.keep(folder, openWay(top, folder))

  async read(folder: OpenFolder, file: Seen, how: How): Promise<Exclude<Fresh, 'changed'>> {
    if (typeof how === 'object') {
      const found = this.#handles.find(lookAt(folder, file), how.since)
      if (found === 'later') return 'later'
      if (found === 'open') return 'being_written'
    }
    const known = how === 'as_kept' ? this.#lists.take(file) : undefined
    if (known && lookAt(folder, file)) return known
    const content = await readFile(folder, file, this.#thread, {
      withBytes: how === 'with_bytes',
      old: this.#lists.old(file.id),
    })
    this.#lists.keep(file, content)
    return content
  }
}
