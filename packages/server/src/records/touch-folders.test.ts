import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiClientError } from '@holdfast/api/client'
import { applyBulk, type BulkAction } from '@holdfast/api/files/file-bulk'
import * as locks from '@holdfast/api/files/file-locks'
import * as places from '@holdfast/api/files/file-places'
import * as trees from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import { restoreState } from '@holdfast/api/files/history'
import { undoChanges } from '@holdfast/api/files/history-undo'
import { purgeFile, purgeFolder } from '@holdfast/api/files/retention'
import { uploadRevision } from '@holdfast/api/files/revisions'
import { ensureFolders } from '@holdfast/api/files/upload-checks'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { AnyOperation } from '@holdfast/api/operation'
import { createShare } from '@holdfast/api/sharing/shares'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { StatementWatch } from '@holdfast/server/testkit/database/seen-statements'
import { FolderTrees } from '@holdfast/server/testkit/model/folder-trees'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { CompiledQuery, sql } from 'kysely'
import { WHOLE_ROOT } from '../platform/db/statements.ts'

// To look for more: TREES_STEPS=3000 TREES_SEED=12345 npm test -- records/touch-folders
const STEPS = Number(process.env.TREES_STEPS ?? rounds(100, 1500))
const SEED = Number(process.env.TREES_SEED ?? 20261119)
/** Few, so that they are in each other's way. */
const NAMES = ['a', 'b', 'c', 'd', 'e.txt', 'f.txt', 'g.txt']
const MOST_ITEMS = 120
const MOVE = { file: places.moveFile, folder: places.moveFolder }

interface Item {
  id: EntryId
  kind: 'file' | 'folder'
  ver: number
  seq: number
  deleted_at: number | null
}

for (const stack of STACKS)
  describe(`what folders know of what is below them, on ${stack.name}`, () => {
    const world = useWorld(stack)
    const random = numbers(SEED)
    const pick = <T>(some: readonly T[]): T | undefined => some[random(some.length)]
    const some = <T>(all: readonly T[]): T[] => all.filter(() => random(3) === 0)
    const text = () => 'x'.repeat(random(3) === 0 ? 0 : 1 + random(2000))

    const itemsIn = async (rootId: RootId): Promise<Item[]> => {
      const { rows } = await sql<Item>`
        ${WHOLE_ROOT} select id, kind, ver, seq, deleted_at from entry where root_id = ${rootId} order by id`.execute(
        world.service.ctx.db.read,
      )
      return rows
    }

    /** Someone with two roots, and what may happen there. What is refused changes nothing. */
    class Chaos {
      readonly who: Someone
      readonly roots: readonly RootId[]
      readonly senders: readonly BatchSender[]
      root_id: RootId
      items: Item[] = []

      constructor(who: Someone, roots: readonly [RootId, RootId]) {
        this.who = who
        this.roots = roots
        this.root_id = roots[0]
        this.senders = roots.map((id) => new BatchSender(who, id))
      }

      async step(): Promise<string> {
        this.root_id = pick(this.roots) as RootId
        this.items = await itemsIn(this.root_id)
        const moves = Object.entries(this.moves).filter(
          ([name]) => this.items.length < MOST_ITEMS || !name.startsWith('copy'),
        )
        const [name, move] = pick(moves) as (typeof moves)[0]
        try {
          await move()
        } catch (error) {
          if (error !== NOTHING && !(error instanceof ApiClientError && error.status < 500)) throw error
        }
        return name
      }

      readonly live = () => this.items.filter(({ deleted_at }) => deleted_at === null)
      readonly gone = () => this.items.filter(({ deleted_at }) => deleted_at !== null)
      readonly files = () => this.live().filter(({ kind }) => kind === 'file')
      readonly folders = () => this.live().filter(({ kind }) => kind === 'folder')
      readonly folder = (): EntryId => (pick(this.folders())?.id ?? 0) as EntryId
      readonly item = (from = this.live()): Item => pick(from) ?? nothingThere()
      /** Does with an item what there is for its kind. */
      readonly on = (
        { id, kind }: Item,
        ops: Partial<Record<Item['kind'], AnyOperation>>,
        more: object = {},
      ) =>
        this.who.call(ops[kind] ?? nothingThere(), {
          ...{ root_id: this.root_id, [`${kind}_id`]: id, ...more },
        } as never)
      readonly name = () => pick(NAMES) as string

      readonly moves: Record<string, () => Promise<unknown>> = {
        upload: () =>
          this.who.call(api.uploadToFolder, {
            ...{ root_id: this.root_id, folder_id: this.folder() },
            ...{ file: { name: this.name(), bytes: new Blob([text()]) }, on_conflict: 'revision' },
          }),
        ensureFolders: () =>
          this.who.call(ensureFolders, {
            ...{ root_id: this.root_id, folder_id: this.folder() },
            paths: [`${this.name()}/${this.name()}/${this.name()}`, `${this.name()}/b/c/d`],
          }),
        revision: () => {
          const file = { name: 'any', bytes: new Blob([text()]) }
          return this.on(this.item(this.files()), { file: uploadRevision }, { file })
        },
        batch: () => this.batch(),
        bulk: () => this.bulk(pick(['delete', 'restore', 'move', 'lock', 'unlock', 'purge'] as const)),
        copyMany: () => this.bulk('copy'),
        copy: () =>
          this.on(
            this.item(),
            { file: trees.copyFile, folder: trees.copyFolder },
            { to_folder_id: this.folder(), on_conflict: 'rename' },
          ),
        across: async () => {
          const to_root_id = this.roots.find((id) => id !== this.root_id) as RootId
          const folders = (await itemsIn(to_root_id)).filter(({ kind }) => kind === 'folder')
          await this.on(this.item(), MOVE, { to_root_id, to_folder_id: pick(folders)?.id ?? 0 })
        },
        move: () => this.on(this.item(), MOVE, { to_folder_id: this.folder() }),
        rename: () =>
          this.on(
            this.item(),
            { file: places.renameFile, folder: places.renameFolder },
            { name: this.name() },
          ),
        delete: () => this.on(this.item(), { file: api.deleteFile, folder: api.deleteFolder }),
        restore: () =>
          this.on(
            this.item(this.gone()),
            { file: trees.restoreFile, folder: trees.restoreFolder },
            { on_conflict: 'rename' },
          ),
        // What is in a deleted folder is restored out of it.
        restoreInner: () =>
          this.on(
            this.item(this.items),
            { file: trees.restoreFile, folder: trees.restoreFolder },
            { on_conflict: 'rename' },
          ),
        purge: () => this.on(this.item(this.gone()), { file: purgeFile, folder: purgeFolder }),
        lock: () => this.on(this.item(), { file: locks.lockFile, folder: locks.lockFolder }),
        unlock: () => this.on(this.item(), { file: locks.unlockFile, folder: locks.unlockFolder }),
        setBack: async () => {
          const seq = await this.newest()
          const folder_id = random(2) === 0 ? this.folder() : undefined
          const as_of = String(Math.max(1, seq - random(25)))
          await this.who.call(restoreState, { root_id: this.root_id, as_of, ...(folder_id && { folder_id }) })
        },
        undo: async () => {
          const seq = await this.newest()
          const from_seq = Math.max(1, seq - random(12))
          const to_seq = from_seq + random(seq - from_seq + 1)
          await this.who.call(undoChanges, { root_id: this.root_id, from_seq, to_seq })
        },
      }

      readonly newest = async (): Promise<number> => {
        const { rows } = await sql<{ seq: number }>`select seq from root where id = ${this.root_id}`.execute(
          world.service.ctx.db.read,
        )
        return rows[0]?.seq || nothingThere()
      }

      async bulk(action: BulkAction = 'move'): Promise<void> {
        const items = some(this.items)
        const ids = (wanted: Item['kind']) => items.filter(({ kind }) => kind === wanted).map(({ id }) => id)
        const to_root_id = pick(this.roots) as RootId
        const folders = (await itemsIn(to_root_id)).filter(({ kind }) => kind === 'folder')
        await this.who.call(applyBulk, {
          ...{ root_id: this.root_id, action, file_ids: ids('file'), folder_ids: ids('folder') },
          ...{ to_root_id, to_folder_id: (pick(folders)?.id ?? 0) as EntryId },
          on_conflict: pick(['error', 'rename'] as const) ?? 'error',
        })
      }

      async batch(): Promise<void> {
        const sender = this.senders[this.roots.indexOf(this.root_id)] as BatchSender
        const { live, folder: any, name } = this
        const of = ({ id, ver }: Item) => ({ entry_id: id, if_ver: ver })
        const ops = Array.from({ length: 3 + random(8) }, () => {
          const [item, file, folder_id] = [pick(live()), pick(this.files()), any()]
          const kinds = [
            { op: 'mkdir' as const, folder_id, name: name() },
            { op: 'put' as const, folder_id, name: name(), ...sender.content(text()) },
            ...(item ? [{ op: 'place' as const, ...of(item), folder_id, name: name() }] : []),
            ...(item ? [{ op: 'delete' as const, ...of(item) }] : []),
            ...(file ? [{ op: 'put' as const, ...of(file), ...sender.content(text()) }] : []),
            ...(file ? [{ op: 'touch' as const, ...of(file), modified: '2021-02-03T04:05:06' }] : []),
          ]
          return pick(kinds) as (typeof kinds)[0]
        })
        await sender.send(ops)
        await this.#saveByRenaming(sender)
      }

      /** As programs do: the file goes aside, and a new one takes its name. */
      async #saveByRenaming(sender: BatchSender): Promise<void> {
        const file = pick(await this.#filesNow())
        if (!file) return
        const { id: entry_id, ver, parent_id: folder_id, name } = file
        const aside = await sender.send([
          { op: 'place', entry_id, if_ver: ver, folder_id: this.folder(), name: `${name}.bak` },
        ])
        const if_ver = aside[0]?.entry?.ver
        if (!if_ver || aside[0]?.error) return
        const retaken = sender.content(text())
        await sender.send([{ op: 'retake', entry_id, if_ver, folder_id, name, ...retaken }])
      }

      async #filesNow() {
        const { rows } = await sql<Item & { parent_id: EntryId; name: string }>`
          ${WHOLE_ROOT} select id, ver, parent_id, name from entry
          where root_id = ${this.root_id} and kind = 'file' and deleted_at is null order by id`.execute(
          world.service.ctx.db.read,
        )
        return rows
      }
    }

    const NOTHING = new Error('nothing there')
    const nothingThere = (): never => {
      throw NOTHING
    }

    it('is told them by one statement for all that a file is in, and each is found by its id', async () => {
      const ann = await world.person()
      const { root_id, way } = await deepFolder(ann, 5)
      const watch = new StatementWatch(world.service.ctx.db)
      const file = await ann.upload('deep.txt', 'x'.repeat(70), way.at(-1))
      const told = watch.statements.filter(({ sql: text }) => text.includes('tree_seq ='))
      assert.equal(told.length, 1)
      await ann.call(places.moveFile, { root_id, file_id: file.id, to_folder_id: way[1] as EntryId })
      await ann.call(ensureFolders, { root_id, folder_id: way[2] as EntryId, paths: ['a/b', 'a/c'] })
      await ann.call(restoreState, { root_id, as_of: '6' })
      watch.stop()
      const statements = watch.statements.filter(({ sql: text }) => text.includes('tree_seq ='))
      assert.ok(statements.length > 2)
      if (stack.name.startsWith('sqlite'))
        for (const { sql: text, parameters } of statements) {
          const explained = CompiledQuery.raw(`explain query plan ${text} /* across roots */`, [
            ...parameters,
          ])
          const { rows } = await world.service.ctx.db.read.executeQuery<{ detail: string }>(explained)
          const looks = rows.map(({ detail }) => detail).filter((detail) => / entry/.test(detail))
          assert.deepEqual(looks, ['SEARCH entry USING INTEGER PRIMARY KEY (rowid=?)'], text)
        }
      const trees = new FolderTrees(world.service.ctx.db.read, root_id)
      assert.ok((await trees.check('a deep folder')) > 0)
    })

    async function deepFolder(who: Someone, depth: number) {
      const root_id = who.rootId
      const way: EntryId[] = []
      for (let n = 0; n < depth; n++) {
        const [folder_id] = way.slice(-1)
        const name = `level ${n}`
        const made = folder_id
          ? who.call(api.createFolderInFolder, { root_id, folder_id, name })
          : who.call(api.createFolderInRoot, { root_id, name })
        way.push((await made).id)
      }
      return { root_id, way }
    }

    it(`is what the log says and what there is, after each of ${STEPS} operations`, async (test) => {
      const organizationId = await world.organization({ space_quota: 10 ** 12, user_rollback: true })
      const ann = await world.person({ organizationId, siteAdmin: true })
      const shared = { organization_id: organizationId, name: 'Plans' }
      const { id } = await ann.call(createShare, { ...shared, subscribers: [[ann.id, 'web', 'CO_OWNER']] })
      const roots = [ann.rootId, id] as const
      const chaos = new Chaos(ann, roots)
      const watched = roots.map((rootId) => new FolderTrees(world.service.ctx.db.read, rootId))
      const done = new Map<string, number>()
      let changes = 0
      for (let n = 1; n <= STEPS; n++) {
        world.clock.advance({ seconds: random(20) })
        const name = await chaos.step()
        let made = 0
        for (const trees of watched) made += await trees.check(`${n}: ${name}`)
        if (made > 0) done.set(name, (done.get(name) ?? 0) + 1)
        changes += made
      }
      test.diagnostic(`${changes} changes: ${JSON.stringify(Object.fromEntries(done))}`)
      assert.ok(changes > STEPS)
      await checkInvariants(world.service.ctx.db.read)
    })
  })
