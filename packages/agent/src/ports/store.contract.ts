import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import type { LeftName } from '../core/left-names.ts'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import type { LocalEntry } from '../core/local-tree.ts'
import type { RemoteRow } from '../core/remote-tree.ts'
import { describeShelf } from './shelf.contract.ts'
import type { Intent, Store, StoreChanges } from './store.ts'

export interface StoreUnderTest {
  /** Over what was committed before: as the next process finds it. */
  open(): Promise<Store>
}

const entry = (id: number) => id as EntryId
const local = (id: string) => id as LocalId

const NOTHING: StoreChanges = {
  position: undefined,
  rows: new Map(),
  links: new Map(),
  locals: new Map(),
  intents: new Map(),
  leftNames: new Map(),
  leftovers: [],
  deselected: [],
  unread: [],
  opCount: 0,
  rules: undefined,
}

const FILE: RemoteRow = {
  id: entry(5_000_000_001),
  parentId: entry(0),
  kind: 'file',
  name: "Grüße'; drop 東京 🎈.txt",
  ver: 3,
  seq: 17,
  revisionId: 9 as RevisionId,
  content: 'c0ffee',
  size: 2 ** 40,
  modified: '2027-01-31T12:00:00',
  deleted: false,
}
const FOLDER: RemoteRow = {
  ...FILE,
  id: entry(2),
  kind: 'folder',
  revisionId: null,
  content: null,
  size: 0,
  modified: null,
  deleted: true,
}

const LINK: Link = {
  rowId: FILE.id,
  localId: local('one'),
  kind: 'file',
  rowParent: entry(0),
  localParent: local('top'),
  name: FILE.name,
  content: 'c0ffee',
  modified: '2027-01-31T10:00:00',
  localModified: -5000,
  contentVer: 2,
  placeVer: 3,
}
const LOCAL: LocalEntry = {
  id: local('one'),
  parentId: local('top'),
  kind: 'file',
  name: FILE.name,
  rawName: FILE.name.normalize('NFD'),
  content: 'c0ffee',
  stamp: 's',
  size: 2 ** 40,
  modified: 2 ** 41 * 1000,
}
const LOCAL_FOLDER: LocalEntry = {
  ...LOCAL,
  id: local('two'),
  kind: 'folder',
  rawName: FILE.name,
  content: null,
  size: 0,
  modified: null,
}
const PREPARED: Link[] = [
  { ...LINK, prepared: { what: 'make' } },
  {
    ...LINK,
    prepared: {
      what: 'replace',
      localId: local('two'),
      content: 'beef',
      modified: '2027-01-31T10:00:00',
      ver: 4,
    },
  },
  { ...LINK, prepared: { what: 'move', rowParent: entry(2), localParent: local('x'), name: 'ä', ver: 4 } },
]

const LEFT: LeftName = { folder: entry(3), name: 'Ä', rowId: FILE.id, ver: 4, at: 5000 }

const INTENTS: Intent[] = [
  {
    opId: 'a 1',
    localId: local('one'),
    what: 'create',
    localParent: local('top'),
    kind: 'folder',
    content: null,
  },
  { opId: 'a 2', localId: local('one'), what: 'send', content: 'c0ffee', modified: 5000 },
  { opId: 'a 3', localId: local('one'), what: 'place', localParent: local('top') },
  { opId: 'a 4', localId: local('one'), what: 'delete' },
  { opId: 'a 5', localId: local('one'), what: 'touch', modified: 5000 },
]

const sorted = <T>(many: Iterable<T>): T[] =>
  [...many].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

/** What every store must do, wherever it keeps things. */
export function storeContract(make: () => Promise<StoreUnderTest>) {
  async function reopened(...commits: Partial<StoreChanges>[]) {
    const subject = await make()
    const store = await subject.open()
    for (const changes of commits) await store.commit({ ...NOTHING, ...changes })
    const stored = await (await subject.open()).load()
    return {
      ...stored,
      shelf: undefined,
      rows: sorted(stored.shelf.rows()),
      links: sorted(stored.shelf.links()),
      locals: sorted(stored.shelf.locals()),
      intents: sorted(stored.intents),
      leftNames: sorted(stored.leftNames),
      leftovers: sorted(stored.leftovers),
      deselected: sorted(stored.deselected),
      unread: sorted(stored.unread),
    }
  }

  it('begins empty', async () => {
    const empty = {
      ...NOTHING,
      shelf: undefined,
      rows: [],
      links: [],
      locals: [],
      intents: [],
      leftNames: [],
    }
    assert.deepEqual(await reopened(), empty)
  })

  it('gives back what was written down', async () => {
    const stored = await reopened({
      position: { epoch: 'e', cursor: 'c' },
      rows: new Map([FILE, FOLDER].map((row) => [row.id, row])),
      links: new Map([[LINK.rowId, LINK]]),
      locals: new Map([LOCAL, LOCAL_FOLDER].map((one) => [one.id, one])),
      intents: new Map(INTENTS.map((intent) => [intent.opId, intent])),
      leftNames: new Map([['3/ä', LEFT]]),
      leftovers: [local('left'), local('over')],
      deselected: [entry(5), entry(6)],
      unread: [entry(7)],
      opCount: 12,
      rules: { text: '*.iso', by: { name: 'Bob', at: 1 } },
    })
    assert.deepEqual(stored, {
      shelf: undefined,
      position: { epoch: 'e', cursor: 'c' },
      rows: sorted([FILE, FOLDER]),
      links: [LINK],
      locals: sorted([LOCAL, LOCAL_FOLDER]),
      intents: INTENTS,
      leftNames: [LEFT],
      leftovers: ['left', 'over'],
      deselected: [5, 6],
      unread: [7],
      opCount: 12,
      rules: { text: '*.iso', by: { name: 'Bob', at: 1 } },
    })
  })

  it('keeps what is prepared, whatever it is', async () => {
    for (const link of PREPARED) {
      const { links } = await reopened({ links: new Map([[link.rowId, link]]) })
      assert.deepEqual(links, [link])
    }
  })

  it('has the newest of each, and nothing of what is gone', async () => {
    const row = { ...FILE, ver: 4, deleted: true }
    const stored = await reopened(
      {
        position: { epoch: 'e', cursor: 'c' },
        rows: new Map([FILE, FOLDER].map((one) => [one.id, one])),
        links: new Map([[LINK.rowId, LINK]]),
        locals: new Map([LOCAL, LOCAL_FOLDER].map((one) => [one.id, one])),
        intents: new Map(INTENTS.map((intent) => [intent.opId, intent])),
        leftNames: new Map([['3/ä', LEFT]]),
        leftovers: [local('left'), local('over')],
        unread: [entry(7)],
        opCount: 12,
      },
      {
        rows: new Map([
          [FILE.id, row],
          [FOLDER.id, undefined],
        ]),
        links: new Map([[LINK.rowId, undefined]]),
        locals: new Map([[LOCAL.id, undefined]]),
        intents: new Map(INTENTS.map(({ opId }) => [opId, undefined])),
        leftNames: new Map([['3/ä', undefined]]),
        leftovers: [local('over'), local('new')],
        opCount: 13,
      },
    )
    const expected = {
      ...NOTHING,
      shelf: undefined,
      rows: [row],
      links: [],
      locals: [LOCAL_FOLDER],
      intents: [],
      leftNames: [],
      leftovers: ['new', 'over'],
      opCount: 13,
    }
    assert.deepEqual(stored, expected)
  })

  describeShelf(async (changes) => {
    const store = await (await make()).open()
    await store.commit({ ...NOTHING, ...changes })
    return (await store.load()).shelf
  })
}
