import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import type { LocalEntry } from '../core/local-tree.ts'
import type { RemoteRow } from '../core/remote-tree.ts'
import type { Shelf } from '../core/shelf.ts'
import type { StoreChanges } from './store.ts'

type Kept = Pick<StoreChanges, 'rows' | 'links' | 'locals'>

const entry = (id: number) => id as EntryId
const local = (id: string) => id as LocalId
const row = (id: number, changes: Partial<RemoteRow> = {}): RemoteRow => ({
  id: entry(id),
  parentId: entry(0),
  kind: 'file',
  name: `n${id}`,
  ver: 1,
  seq: 1,
  revisionId: null,
  content: `content ${id}, and much more`,
  size: 1,
  modified: null,
  deleted: false,
  ...changes,
})
const folder = { kind: 'folder', content: null } as const

/** The link and the local item of a row, where all is in sync. */
function synced(one: RemoteRow): [RemoteRow, Link, LocalEntry] {
  const { id, parentId, kind, name, content, ver, size } = one
  const [localId, localParent] = [id, parentId].map((n) => local(n === 0 ? 'top' : `local ${n}`)) as [
    LocalId,
    LocalId,
  ]
  const place = { rowParent: parentId, localParent, name }
  const times = { modified: one.modified, localModified: kind === 'file' ? 5000 : null }
  return [
    one,
    { rowId: id, localId, kind, ...place, content, ...times, contentVer: ver, placeVer: ver },
    {
      id: localId,
      parentId: localParent,
      kind,
      name,
      rawName: name,
      content,
      stamp: 's',
      size,
      modified: times.localModified,
    },
  ]
}

type Item = readonly [(RemoteRow | undefined)?, (Link | undefined)?, LocalEntry?]

const kept = (items: readonly Item[]): Kept => ({
  rows: new Map(items.flatMap(([one]) => (one ? [[one.id, one]] : []))),
  links: new Map(items.flatMap(([, link]) => (link ? [[link.rowId, link]] : []))),
  locals: new Map(items.flatMap(([, , one]) => (one ? [[one.id, one]] : []))),
})

/** What can be asked of all that is written down. */
export function describeShelf(open: (changes: Kept) => Promise<Shelf>): void {
  it('gives each item by its id, its folder and its content', async () => {
    const items = [row(1, folder), row(2, { parentId: entry(1) }), row(3, { deleted: true })].map(synced)
    const [[, , localFolder], [file, link, localFile], [gone]] = items as [
      (typeof items)[0],
      (typeof items)[0],
      (typeof items)[0],
    ]
    const shelf = await open(kept(items))
    assert.deepEqual([shelf.row(file.id), shelf.row(gone.id), shelf.row(entry(9))], [file, gone, undefined])
    assert.deepEqual([shelf.rowsIn(entry(0)).map(({ id }) => id), shelf.rowsIn(entry(1))], [[1], [file]])
    assert.deepEqual([shelf.linkOfRow(file.id), shelf.linkOfLocal(localFile.id)], [link, link])
    assert.deepEqual([shelf.linkOfRow(entry(9)), shelf.linkOfLocal(local('9'))], [undefined, undefined])
    assert.equal(shelf.linkedFiles(), 2)
    assert.deepEqual([shelf.local(localFile.id), shelf.local(local('9'))], [localFile, undefined])
    assert.deepEqual(shelf.localsIn(localFolder.id), [localFile])
    assert.deepEqual(shelf.localHolding(`${localFile.content}`), localFile)
    assert.equal(shelf.localHolding(`${localFile.content} `), undefined)
    assert.deepEqual([...shelf.rowFolders()].sort(), [0, 1])
  })

  it('tells what is not at rest', async () => {
    const [top, inside] = [synced(row(1, folder)), synced(row(2, { parentId: entry(1) }))]
    const [file, link, localFile] = inside
    const rested = await open(kept([top, inside, [row(7, { deleted: true })]]))
    assert.deepEqual([[...rested.unrestedRows()], [...rested.unrestedLocals()]], [[], []])
    const cases: Record<string, Item> = {
      'no row': [undefined, link, localFile],
      'no local item': [file, link],
      'deleted row': [{ ...file, deleted: true }, link, localFile],
      'edited row': [{ ...file, content: 'other' }, link, localFile],
      'renamed row': [{ ...file, name: 'other' }, link, localFile],
      'moved row': [{ ...file, parentId: entry(0) }, link, localFile],
      'edited local item': [file, link, { ...localFile, content: 'other' }],
      'renamed local item': [file, link, { ...localFile, name: 'other' }],
      'moved local item': [file, link, { ...localFile, parentId: local('top') }],
      'no agreed content': [file, { ...link, content: null }, localFile],
      'touched row': [{ ...file, modified: '2027-01-31T10:00:00' }, link, localFile],
      'touched local item': [file, link, { ...localFile, modified: 6000 }],
      'no agreed time': [file, { ...link, localModified: null }, localFile],
      prepared: [file, { ...link, prepared: { what: 'make' } }, localFile],
    }
    for (const [why, item] of Object.entries(cases)) {
      const shelf = await open(kept([top, item]))
      assert.deepEqual([[...shelf.unrestedRows()], [...shelf.unrestedLocals()]], [[file.id], []], why)
    }
    const alone = await open(kept([top, [file, undefined, localFile]]))
    assert.deepEqual([[...alone.unrestedRows()], [...alone.unrestedLocals()]], [[file.id], [localFile.id]])
    const relinked = await open(
      kept([synced(row(3, folder)), [top[0], { ...top[1], localId: local('x') }], inside]),
    )
    assert.deepEqual([...relinked.unrestedRows()].sort(), [1, 2])
  })
}
