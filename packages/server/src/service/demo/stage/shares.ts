import type { EntryId, RootId } from '@holdfast/api/ids'
import { getEntries } from '../../../files/sync/get-entries.ts'
import { createFolder } from '../../../files/writing/create-folder.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import type { ShareKey } from '../cast/cast.ts'
import { ENDINGS, type Kind } from '../content/content-of.ts'
import { type Change, contentIn, sendBatch } from './send-batch.ts'

/** A file of a share, as the story knows it. */
export interface Kept {
  id: EntryId
  folder: string
  kind: Kind
  title: string
  n: number
}

export interface NewFile extends Omit<Kept, 'id' | 'folder'> {
  content: Buffer
}

/** The team shares, and what is in which folder. */
export class Shares {
  readonly #ctx: Ctx
  readonly #roots = new Map<ShareKey, RootId>()
  readonly #folders = new Map<string, EntryId>()
  readonly #files = new Map<ShareKey, Kept[]>()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  add(key: ShareKey, rootId: RootId): void {
    this.#roots.set(key, rootId)
    this.#files.set(key, [])
  }

  has(key: ShareKey): boolean {
    return this.#roots.has(key)
  }

  rootOf(key: ShareKey): RootId {
    const rootId = this.#roots.get(key)
    if (rootId === undefined) throw new Error(`There is no share ${key} yet`)
    return rootId
  }

  /** All files, or those in a folder and in the folders in it. */
  filesOf(key: ShareKey, folder?: string): Kept[] {
    const files = this.#files.get(key) ?? []
    return folder === undefined ? files : files.filter((file) => `${file.folder}/`.startsWith(`${folder}/`))
  }

  /** The folder at a path, made where it is missing. */
  async folderOf(who: PersonPrincipal, key: ShareKey, path: string): Promise<EntryId> {
    const place = `${key} ${path}`
    const known = this.#folders.get(place)
    if (known !== undefined) return known
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    const folderId = parts.length > 0 ? await this.folderOf(who, key, parts.join('/')) : 0
    const { id } = await createFolder(this.#ctx, who, { rootId: this.rootOf(key), folderId }, name)
    this.#folders.set(place, id)
    return id
  }

  async put(who: PersonPrincipal, key: ShareKey, folder: string, files: readonly NewFile[]): Promise<void> {
    const folder_id = await this.folderOf(who, key, folder)
    const changes = files.map(({ title, kind, content }): Change => {
      const name = `${title}.${ENDINGS[kind]}`
      return { op: 'put', folder_id, name, ...contentIn(content) }
    })
    const contents = files.map(({ content }) => content)
    const entries = await sendBatch(this.#ctx, who, this.rootOf(key), changes, contents)
    for (const [at, { kind, title, n }] of files.entries()) {
      const id = entries[at]?.entry_id
      if (id !== undefined) this.#files.get(key)?.push({ id, folder, kind, title, n })
    }
  }

  /** Gives a file another content. */
  async save(who: PersonPrincipal, key: ShareKey, { id }: Kept, content: Buffer): Promise<void> {
    const change = ({ ver }: { ver: number }): Change => ({
      ...{ op: 'put', entry_id: id, if_ver: ver },
      ...contentIn(content),
    })
    await this.change(who, key, [id], change, [content])
  }

  /** Changes files that are there, as they are now. */
  async change(
    who: PersonPrincipal,
    key: ShareKey,
    ids: readonly EntryId[],
    changeOf: (entry: Awaited<ReturnType<typeof getEntries>>['results'][number]) => Change,
    contents: readonly Buffer[] = [],
  ): Promise<void> {
    const rootId = this.rootOf(key)
    const { results } = await getEntries(this.#ctx, who, rootId, ids)
    await sendBatch(this.#ctx, who, rootId, results.map(changeOf), contents)
  }
}
