import assert from 'node:assert/strict'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { createFolder } from '../../src/files/writing/create-folder.ts'
import { deleteEntry } from '../../src/files/writing/delete-entry.ts'
import { moveEntry, renameEntry } from '../../src/files/writing/place-entry.ts'
import { uploadFile } from '../../src/files/writing/upload-file.ts'
import type { Ctx } from '../../src/platform/context.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { WHOLE_ROOT } from '../../src/platform/db/statements.ts'
import type { PersonPrincipal } from '../../src/platform/principal.ts'
import { findRoot } from '../../src/records/roots.ts'
import { type Change, insertFiles, type Remembered } from './many-files.ts'
import { numbers } from './numbers.ts'

/** A large root in which much happened, with the memory of all its states. */
export class LongHistory {
  /** The numbers of the changes, each an operation. */
  readonly seqs: number[] = []
  readonly #base = new Map<number, Remembered>()
  readonly #items = new Map<number, Remembered>()
  readonly #changes: Change[] = []
  readonly #ids: number[] = []
  readonly #folders: number[] = [0]
  readonly #random
  readonly #ctx: Ctx
  readonly #who: PersonPrincipal
  readonly rootId: RootId

  constructor(ctx: Ctx, who: PersonPrincipal, rootId: RootId, seed = 4711) {
    this.#ctx = ctx
    this.#who = who
    this.rootId = rootId
    this.#random = numbers(seed)
  }

  /** Fills the root by a few statements, all files with one content, as a single operation. */
  async fill(files: number): Promise<void> {
    const { id, revision_id } = await this.#upload({ folderId: 0 as EntryId }, 'seed', 'the same for all')
    this.#remember({
      id,
      state: { kind: 'file', parent: 0, name: 'seed', deleted: false, revision: revision_id },
    })
    await insertFiles(this.#ctx.db, this.#who, { rootId: this.rootId, seed: revision_id }, files, (...item) =>
      this.#remember(...item),
    )
    for (const { id, state } of this.#changes.splice(0)) this.#base.set(id, state)
    if (this.#ctx.db.dialect === 'postgres') await this.#ctx.db.read.executeQuery(ANALYZE)
  }

  /** Does so many things, one after another. */
  async live(operations: number): Promise<void> {
    const root = await findRoot(this.#ctx.db.read, this.rootId)
    let seq = root?.seq ?? assert.fail('no root')
    while (this.seqs.length < operations) {
      const change = await this.#act().catch((error: { code?: string }) => {
        // A name that is taken, or a folder put into itself.
        if (error.code === 'name_conflict' || error.code === 'invalid_request') return undefined
        throw error
      })
      if (!change) continue
      this.#remember(change)
      this.seqs.push(++seq)
    }
    assert.equal((await findRoot(this.#ctx.db.read, this.rootId))?.seq, seq)
  }

  /** What was to be seen after an operation, by id: where, under which name and with which content. */
  async expected(operation: number): Promise<Map<number, string>> {
    const items = new Map(this.#base)
    for (const { id, state } of this.#changes.slice(0, operation + 1)) items.set(id, state)
    const contents = await readContents(this.#ctx.db.read, this.rootId)
    return visible(
      new Map([...items].map(([id, item]) => [id, { ...item, content: contents.get(item.revision) ?? '' }])),
    )
  }

  /** What is to be seen now. */
  async present(): Promise<Map<number, string>> {
    const db = this.#ctx.db.read
    const contents = await readContents(db, this.rootId)
    const rows = await db
      .selectFrom('entry')
      .select(['id', 'parent_id', 'name', 'deleted_at', 'revision_id'])
      .where('root_id', '=', this.rootId)
      .modifyEnd(WHOLE_ROOT)
      .execute()
    return visible(
      new Map(
        rows.map((row) => [
          row.id,
          {
            parent: row.parent_id,
            name: row.name,
            deleted: row.deleted_at !== null,
            content: contents.get(row.revision_id ?? 0) ?? '',
          },
        ]),
      ),
    )
  }

  #remember(change: Change): void {
    if (!this.#items.has(change.id)) {
      this.#ids.push(change.id)
      if (change.state.kind === 'folder') this.#folders.push(change.id)
    }
    this.#items.set(change.id, change.state)
    this.#changes.push(change)
  }

  #isLive(id: number): boolean {
    for (let at = id; at !== 0; ) {
      const item = this.#items.get(at)
      if (!item || item.deleted) return false
      at = item.parent
    }
    return true
  }

  #pick(from: readonly number[]): EntryId {
    for (;;) {
      const id = from[this.#random(from.length)] ?? 0
      if (this.#isLive(id)) return id as EntryId
    }
  }

  #upload(target: { folderId: EntryId } | { fileId: EntryId }, name: string, text: string) {
    return uploadFile(
      this.#ctx,
      this.#who,
      { rootId: this.rootId, ...target },
      {
        announcedSize: undefined,
        receive: async (accept) => {
          await accept(name).write(Buffer.from(text))
          return {}
        },
      },
    )
  }

  async #act(): Promise<Change | undefined> {
    const [ctx, who, rootId, dice] = [this.#ctx, this.#who, this.rootId, this.#random(1000)]
    const folderId = this.#pick(this.#folders)
    // Few names, so that some are taken and many are used again.
    const name = `name ${this.#random(100)}`
    if (dice < 100) {
      const made = await this.#upload({ folderId }, name, `new ${this.seqs.length}`)
      const state = { parent: folderId, name, deleted: false, revision: made.revision_id }
      return { id: made.id, state: { kind: 'file', ...state } }
    }
    if (dice < 130) {
      const made = await createFolder(ctx, who, { rootId, folderId }, name)
      return { id: made.id, state: { kind: 'folder', parent: folderId, name, deleted: false, revision: 0 } }
    }
    const id = this.#pick(dice < 180 ? this.#folders : this.#ids)
    const before = this.#items.get(id)
    if (!before) return undefined
    const path = { rootId, entryId: id, kind: before.kind }
    const changed = (change: Partial<Remembered>): Change => ({ id, state: { ...before, ...change } })
    if (dice < 500 && before.kind === 'file') {
      const { revision_id } = await this.#upload({ fileId: id }, name, `content ${this.seqs.length}`)
      return changed({ revision: revision_id })
    }
    if (dice < 700 && before.name !== name) {
      await renameEntry(ctx, who, path, name)
      return changed({ name })
    }
    if (dice < 870 && before.parent !== folderId) {
      await moveEntry(ctx, who, path, folderId, 'error')
      return changed({ parent: folderId })
    }
    if (dice < 870 || (before.kind === 'folder' && this.#random(20) > 0)) return undefined
    await deleteEntry(ctx, who, path)
    return changed({ deleted: true })
  }
}

const ANALYZE = { sql: 'vacuum analyze', parameters: [], query: { kind: 'RawNode' }, queryId: {} } as never

async function readContents(db: Db, rootId: RootId): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('revision as r')
    .select(['r.id', 'r.content'])
    .where('r.root_id', '=', rootId)
    .modifyEnd(WHOLE_ROOT)
    .execute()
  return new Map(rows.map(({ id, content }) => [id, content.toString('hex')]))
}

function visible(
  items: ReadonlyMap<number, { parent: number; name: string; deleted: boolean; content: string }>,
): Map<number, string> {
  const fates = new Map<number, boolean>([[0, true]])
  const isLive = (id: number): boolean => {
    const item = items.get(id)
    const known = fates.get(id) ?? (item !== undefined && !item.deleted && isLive(item.parent))
    fates.set(id, known)
    return known
  }
  const shown = [...items].filter(([id]) => isLive(id)).sort(([one], [other]) => one - other)
  return new Map(shown.map(([id, { parent, name, content }]) => [id, `${parent}/${name} ${content}`]))
}
