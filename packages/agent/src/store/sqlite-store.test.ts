import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { ModelStore } from '../../testkit/sim/model-store.ts'
import { storeContract } from '../ports/store.contract.ts'
import type { Store, StoreChanges } from '../ports/store.ts'
import { StoreInUse } from './open-database.ts'
import { SqliteStore } from './sqlite-store.ts'

const home = mkdtempSync(path.join(tmpdir(), 'holdfast-store-'))
after(() => rmSync(home, { recursive: true }))
let files = 0
const newFile = () => path.join(home, `${++files}`, 'root.db')

const SOME: StoreChanges = {
  position: { epoch: 'e', cursor: 'c' },
  rows: new Map(),
  links: new Map(),
  files: new Map(),
  intents: new Map(),
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
