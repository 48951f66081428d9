import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { ModelStore } from '../../testkit/sim/model-store.ts'
import type { LocalId } from '../core/local-id.ts'
import { storeContract } from '../ports/store.contract.ts'
import type { Store, StoreChanges } from '../ports/store.ts'
import { StoreInUse } from './open-database.ts'
import { STORE_SCHEMA } from './schema.ts'
import { SqliteStore } from './sqlite-store.ts'

const home = mkdtempSync(path.join(tmpdir(), 'holdfast-store-'))
after(() => rmSync(home, { recursive: true }))
let files = 0
const newFile = () => path.join(home, `${++files}`, 'root.db')

const SOME: StoreChanges = {
  position: { epoch: 'e', cursor: 'c' },
  rows: new Map(),
  links: new Map(),
  locals: new Map(),
  intents: new Map(),
  leftNames: new Map(),
  rules: undefined,
  leftovers: [],
  deselected: [],
  unread: [1 as EntryId, 2 as EntryId],
  opCount: 3,
}

describe('the store that the simulation uses', () => {
  storeContract(async () => {
    const model = new ModelStore()
    const store: Store = {
      load: async () => model.load(),
      commit: async (changes) => model.commit(changes),
    }
    return { open: async () => store }
  })
})

describe('the store on disk', () => {
  storeContract(async () => {
    const file = newFile()
    let store: SqliteStore | undefined
    return {
      async open() {
        store?.close()
        store = new SqliteStore(file)
        return store
      },
    }
  })

  const openCountOf = async (store: SqliteStore) => (await store.load()).opCount

  it('keeps what large files consist of, until they are forgotten', async () => {
    const file = newFile()
    const id = '7.8' as LocalId
    const chunks = [1, 2, 3].map((n) => ({ sha256: hash('sha256', `${n}`), size: n * 1_000_000 }))
    let store = new SqliteStore(file)
    assert.equal(store.chunks.find(id), undefined)
    store.chunks.keep(id, 'old', chunks.slice(1))
    store.chunks.keep(id, 'new', chunks)
    store.chunks.keep('other' as LocalId, 'new', chunks.slice(2))
    store.close()
    assert.equal(store.chunks.find(id), undefined, 'a closed one knows nothing, and does no harm')
    store.chunks.keep(id, 'newest', [])
    store = new SqliteStore(file)
    assert.deepEqual(store.chunks.find(id), chunks)
    await store.commit({ ...SOME, locals: new Map([[id, undefined]]) })
    assert.equal(store.chunks.find(id), undefined)
    assert.deepEqual(store.chunks.find('other' as LocalId), chunks.slice(2))
    store.close()
  })

  it('is for the owner alone, and for one process', async () => {
    const file = newFile()
    const store = new SqliteStore(file)
    await store.commit(SOME)
    for (const name of readdirSync(path.dirname(file)))
      assert.equal(statSync(path.join(path.dirname(file), name)).mode & 0o777, 0o600, name)
    assert.throws(() => new SqliteStore(file), StoreInUse)
    store.close()
    const next = new SqliteStore(file)
    assert.equal(await openCountOf(next), 3)
    assert.equal(next.aside, undefined)
    next.close()
  })

  it('writes all or nothing', async () => {
    const store = new SqliteStore(newFile())
    await store.commit(SOME)
    const broken = new Map([['x', { toJSON: () => assert.fail('broken') } as never]])
    await assert.rejects(store.commit({ ...SOME, unread: [], opCount: 4, intents: broken }), /broken/)
    assert.deepEqual([...(await store.load()).unread], [1, 2])
    await store.commit({ ...SOME, unread: [2 as EntryId], opCount: 5 })
    const { opCount, unread } = await store.load()
    assert.deepEqual([opCount, [...unread]], [5, [2]])
    store.close()
  })

  it('takes over what was known before it kept what the disk has', async () => {
    const file = newFile()
    mkdirSync(path.dirname(file))
    const db = new DatabaseSync(file)
    db.exec(`${STORE_SCHEMA.steps[0]}
      insert into remote values (1, 0, 'folder', 'f', 1, 1, null, null, 0, null, 0), (2, 1, 'file', 'a', 1, 1, 5, 'c', 7, null, 0);
      insert into link values (1, 'l1', 'folder', 0, 'top', 'f', null, 1, 1, null), (2, 'l2', 'file', 1, 'l1', 'a', 'c', 1, 1, null),
        (3, 'l3', 'file', 0, 'top', 'b', 'd', 1, 1, '{"what":"make"}');
      insert into file values ('l2', 's', 'c'), ('l9', 's', 'e');
      pragma application_id = ${STORE_SCHEMA.applicationId}; pragma user_version = 1`)
    db.close()
    const store = new SqliteStore(file)
    assert.equal(store.aside, undefined)
    const { shelf } = await store.load()
    assert.deepEqual(
      [...shelf.locals()],
      [
        {
          id: 'l1',
          parentId: 'top',
          kind: 'folder',
          name: 'f',
          rawName: 'f',
          content: null,
          stamp: '',
          size: 0,
          modified: null,
        },
        {
          id: 'l2',
          parentId: 'l1',
          kind: 'file',
          name: 'a',
          rawName: 'a',
          content: 'c',
          stamp: 's',
          size: 7,
          modified: null,
        },
      ],
    )
    assert.deepEqual([...shelf.unrestedRows()], [3])
    store.close()
  })

  it('puts aside what it cannot use, and begins anew', async () => {
    const damagedPage = async (file: string) => {
      const store = new SqliteStore(file)
      const rows = Array.from({ length: 2000 }, (_, n) => [`${n}`, { opId: `${n}` } as never] as const)
      await store.commit({ ...SOME, intents: new Map(rows) })
      store.close()
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0x41, 4096 * 12, 4096 * 14))
    }
    const foreign = (file: string) => {
      new SqliteStore(file).close()
      const db = new DatabaseSync(file)
      db.exec('pragma application_id = 7')
      db.close()
    }
    const newer = (file: string) => {
      new SqliteStore(file).close()
      const db = new DatabaseSync(file)
      db.exec('pragma user_version = 1000')
      db.close()
    }
    const text = (file: string) => {
      new SqliteStore(file).close()
      writeFileSync(file, 'Dear diary, '.repeat(1000))
    }
    for (const [why, spoil] of [
      ['damaged', text],
      ['damaged', damagedPage],
      ['foreign', foreign],
      ['newer', newer],
    ] as const) {
      const file = newFile()
      await spoil(file)
      const before = readFileSync(file)
      const store = new SqliteStore(file)
      assert.deepEqual(store.aside, { why, file: `${file}.aside1` })
      assert.deepEqual(readFileSync(`${file}.aside1`), before)
      assert.equal(await openCountOf(store), 0)
      await store.commit(SOME)
      store.close()
    }
  })
})
