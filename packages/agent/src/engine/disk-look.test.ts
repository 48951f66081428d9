import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { Chance } from '../../testkit/sim/chance.ts'
import { ModelStore } from '../../testkit/sim/model-store.ts'
import type { LocalId } from '../core/local-id.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import type { Kind } from '../core/remote-tree.ts'
import type { DiskEntry } from '../ports/disk.ts'
import { DiskLook } from './disk-look.ts'
import { FOLDER_STATES, ITEM_STATES } from './look-states.ts'
import { LIMITS } from './state/limits.ts'
import { State } from './state/state.ts'

const A = 'folder a' as LocalId
const B = 'folder b' as LocalId
const F = 'file f' as LocalId
const G = 'file g' as LocalId
const NOW = 1_000_000

/** What a device knows, and looks at a disk that each test makes up. */
class Desk {
  readonly state = new State(new ModelStore().load(), 10)
  readonly limits = { ...LIMITS }
  readonly clock = { now: () => NOW, pause: () => Promise.resolve() }
  #rows = 0

  look(folders: Iterable<LocalId> | 'whole' = 'whole'): DiskLook {
    return new DiskLook(this, folders)
  }

  know(id: LocalId, parentId: LocalId = TOP_LOCAL, stamp = '1'): void {
    const kind: Kind = id.startsWith('folder') ? 'folder' : 'file'
    const content = kind === 'file' ? 'c1' : null
    this.state.trees.local.put({
      id,
      parentId,
      kind,
      name: id,
      rawName: id,
      content,
      stamp,
      size: 0,
      modified: null,
    })
  }

  link(localId: LocalId): void {
    const rowId = ++this.#rows as EntryId
    const agreed = { rowParent: 0 as EntryId, localParent: TOP_LOCAL, name: localId, content: 'c1' }
    const times = { modified: null, localModified: null }
    const kind: Kind = localId.startsWith('folder') ? 'folder' : 'file'
    this.state.trees.links.put({ rowId, localId, kind, ...agreed, ...times, contentVer: 1, placeVer: 1 })
  }

  parentOf = (id: LocalId): LocalId | undefined => this.state.trees.local.get(id)?.parentId
}

const seen = (id: LocalId, stamp = '1', restless = false): DiskEntry => ({
  id,
  kind: id.startsWith('folder') ? 'folder' : 'file',
  rawName: id,
  stamp,
  size: 0,
  modified: null,
  restless,
})
const listing = (...entries: DiskEntry[]) => ({
  entries,
  mark: 'mark',
  hidden: [],
  mounted: [],
  hasUnreadable: false,
})
const setsOf = (sets: Readonly<Record<string, Pick<ReadonlySet<LocalId>, 'has'>>>, id: LocalId): string[] =>
  Object.keys(sets).filter((name) => sets[name]?.has(id))
const all = (look: DiskLook): LocalId[] => {
  const folders: LocalId[] = []
  for (let folder = look.next(); folder !== undefined; folder = look.next()) folders.push(folder)
  return folders
}

describe('a look at a folder', () => {
  it('takes it off those to scan, and looks into it once', () => {
    const desk = new Desk()
    desk.know(A)
    desk.state.toScan.add(A)
    const look = desk.look([A, A])
    assert.equal(look.next(), A)
    assert.deepEqual(setsOf(look.folders, A), [])
    look.takeListing(A, listing())
    assert.deepEqual(setsOf(look.folders, A), ['looked'])
    assert.equal(look.next(), undefined)
  })

  it('is not needed where nothing is to be scanned, read or noted', () => {
    const desk = new Desk()
    assert.equal(desk.look([]).isNeeded, false)
    assert.equal(desk.look([A]).isNeeded, true)
    desk.state.toNote.add(A)
    assert.equal(desk.look([]).isNeeded, true)
  })

  it('that was moved scans the folder it was in, and may look into it where it turns up', () => {
    const desk = new Desk()
    desk.know(B)
    desk.know(A, B)
    desk.state.toNote.add(A)
    const look = desk.look([A, A])
    look.next()
    look.markMoved(A)
    assert.deepEqual(setsOf(look.folders, A), ['toNote'])
    assert.deepEqual(setsOf(look.folders, B), ['toScan'])
    assert.equal(look.next(), A)
  })

  it('that is gone notes nothing in it any more', () => {
    const desk = new Desk()
    desk.state.toNote.add(A)
    const look = desk.look([A])
    look.next()
    look.markGone(A)
    assert.deepEqual(setsOf(look.folders, A), [])
  })

  it('that cannot be read keeps all that was known of it', () => {
    const desk = new Desk()
    desk.know(A)
    desk.know(F, A)
    desk.state.toNote.add(A)
    const look = desk.look([A, A])
    look.next()
    look.markUnreadable(A)
    assert.deepEqual(setsOf(look.folders, A), ['unreadable'])
    assert.equal(look.someUnreadable, true)
    assert.equal(look.next(), undefined)
    look.end()
    assert.equal(desk.parentOf(F), A)
  })

  it('that is the same goes on with the folders in it only if everything is looked at', () => {
    const desk = new Desk()
    const whole = desk.look()
    assert.equal(whole.next(), TOP_LOCAL)
    whole.markSame(TOP_LOCAL, [A, B])
    assert.deepEqual(setsOf(whole.folders, TOP_LOCAL), ['looked'])
    assert.deepEqual(all(whole), [A, B])
    const part = desk.look([TOP_LOCAL])
    part.next()
    part.markSame(TOP_LOCAL, [A, B])
    assert.deepEqual(all(part), [])
  })

  it('goes on with new folders, and with known ones only if everything is looked at', () => {
    const desk = new Desk()
    desk.know(A)
    const part = desk.look([TOP_LOCAL])
    part.next()
    part.takeListing(TOP_LOCAL, listing(seen(A), seen(B)))
    assert.deepEqual(all(part), [B])
    const whole = desk.look()
    whole.next()
    whole.takeListing(TOP_LOCAL, listing(seen(A), seen(B)))
    assert.deepEqual(all(whole), [A, B])
  })

  it('remembers as calm only one in which all is known', () => {
    const desk = new Desk()
    const { calm } = desk.state.trees.local
    desk.know(F)
    const looked = (...entries: DiskEntry[]) => {
      const look = desk.look([TOP_LOCAL])
      look.next()
      look.takeListing(TOP_LOCAL, listing(...entries))
      return calm.get(TOP_LOCAL)
    }
    assert.deepEqual(looked(seen(F), seen(A)), { mark: 'mark', folders: [A] })
    assert.equal(looked(seen(F, '2'), seen(A)), undefined)
    assert.equal(looked(seen(A)), undefined)
  })

  it('leaves new files for later while enough wait to be read, and comes back once there is room', () => {
    const desk = new Desk()
    desk.limits.notedFiles = 1
    const look = desk.look()
    look.next()
    look.takeListing(TOP_LOCAL, listing(seen(F), seen(G)))
    assert.deepEqual(setsOf(look.items, F), ['toRead', 'found'])
    assert.deepEqual(setsOf(look.items, G), [])
    assert.deepEqual(setsOf(look.folders, TOP_LOCAL), ['looked', 'toNote'])
    assert.deepEqual(all(desk.look([])), [])
    desk.state.toRead.delete(F)
    const later = desk.look([])
    assert.equal(later.next(), TOP_LOCAL)
    later.takeListing(TOP_LOCAL, listing(seen(G)))
    assert.deepEqual(setsOf(later.folders, TOP_LOCAL), ['looked'])
  })
})

describe('an item in a look', () => {
  it('that is as the tree has it need not be read any more', () => {
    const desk = new Desk()
    desk.know(F)
    const look = desk.look()
    look.next()
    look.takeListing(TOP_LOCAL, listing(seen(F, '2')))
    const again = desk.look()
    assert.deepEqual(setsOf(again.items, F), ['toRead'])
    again.next()
    again.takeListing(TOP_LOCAL, listing(seen(F, '1')))
    assert.deepEqual(setsOf(again.items, F), [])
  })

  it('that was edited is to be read, stays what it was until then, and settles first while someone writes', () => {
    const desk = new Desk()
    desk.know(F)
    const look = desk.look()
    look.next()
    look.takeListing(TOP_LOCAL, listing(seen(F, '2', true), seen(G, '1')))
    assert.deepEqual(setsOf(look.items, F), ['toRead', 'found'])
    assert.equal(desk.state.trees.local.get(F)?.stamp, '1')
    assert.equal(desk.state.toRead.get(F)?.notBefore, NOW + 2000)
    assert.equal(desk.state.toRead.get(G)?.notBefore, NOW)
  })

  it('that is linked and in no tree must be read, and never waits to be noted', () => {
    const desk = new Desk()
    desk.limits.notedFiles = 0
    desk.link(F)
    const look = desk.look()
    look.next()
    look.takeListing(TOP_LOCAL, listing(seen(F)))
    assert.deepEqual(setsOf(look.items, F), ['toRead', 'found', 'mustRead'])
    assert.deepEqual([...look.mustRead], [F])
  })

  it('that was missed leaves the tree at the end, with all that is in it', () => {
    const desk = new Desk()
    desk.know(A)
    desk.know(F, A)
    const look = desk.look([TOP_LOCAL])
    look.next()
    look.takeListing(TOP_LOCAL, listing())
    assert.deepEqual(setsOf(look.items, A), ['missed'])
    assert.equal(desk.parentOf(A), TOP_LOCAL)
    look.end()
    assert.deepEqual([desk.parentOf(A), desk.parentOf(F)], [undefined, undefined])
    assert.deepEqual([...desk.state.trees.missing.keys()].sort(), [F, A].sort())
  })

  it('that was missed and turns up elsewhere is there', () => {
    const desk = new Desk()
    desk.know(A)
    desk.know(F)
    const look = desk.look()
    look.next()
    look.takeListing(TOP_LOCAL, listing(seen(A)))
    look.next()
    look.takeListing(A, listing(seen(F, '2')))
    assert.deepEqual(setsOf(look.items, F), ['toRead', 'found', 'missed'])
    assert.deepEqual(look.end(), [])
    assert.equal(desk.parentOf(F), A)
    assert.equal(desk.state.trees.missing.size, 0)
  })

  it('that was to be read and is not there any more is forgotten', () => {
    const desk = new Desk()
    const look = desk.look()
    look.next()
    look.takeListing(TOP_LOCAL, listing(seen(F)))
    assert.deepEqual(look.end(), [])
    const again = desk.look()
    again.next()
    again.takeListing(TOP_LOCAL, listing())
    assert.deepEqual(again.end(), [F])
    assert.deepEqual(setsOf(again.items, F), [])
  })
})

const FOLDERS = [TOP_LOCAL, A, B, 'folder c' as LocalId]
const FILES = [F, G, 'file h' as LocalId, 'file i' as LocalId]

/** Looks at a disk on which anything may be anywhere each time; `check` is called after each step. */
function wander(chance: Chance, check: (look: DiskLook) => void): void {
  const desk = new Desk()
  desk.limits.notedFiles = desk.limits.readFiles = 1 + chance.below(3)
  for (const id of FILES) if (chance.happens(0.3)) desk.link(id)
  for (let looks = 0; looks < 5; looks++) {
    for (const id of FOLDERS) if (chance.happens(0.4)) desk.state.toScan.add(id)
    const look = desk.look(chance.happens(0.5) ? 'whole' : new Set(desk.state.toScan))
    check(look)
    for (let folder = look.next(); folder !== undefined; folder = look.next()) {
      const outcome = chance.next()
      if (outcome < 0.2 && folder !== TOP_LOCAL) look.markUnreadable(folder)
      else if (outcome < 0.4) look.markMoved(folder)
      else if (outcome < 0.5 && desk.state.trees.local.get(folder) === undefined) look.markGone(folder)
      else look.takeListing(folder, listing(...drawEntries(chance, folder)))
      check(look)
    }
    for (const id of look.end()) assert.ok(!desk.state.toRead.has(id))
    for (const { entry, folder } of [...desk.state.toRead.values()])
      if (chance.happens(0.5)) {
        desk.state.toRead.delete(entry.id)
        desk.know(entry.id, folder, entry.stamp)
      }
  }
}

/** A folder is only in those before it: no tree comes round. */
const drawEntries = (chance: Chance, folder: LocalId): DiskEntry[] =>
  [...FOLDERS.slice(FOLDERS.indexOf(folder) + 1), ...FILES]
    .filter(() => chance.happens(0.4))
    .map((id) => seen(id, `${1 + chance.below(2)}`, chance.happens(0.2)))

describe('the table of what may be in which set of a look', () => {
  it('has every state that comes up, and no other', () => {
    const table = (states: readonly { readonly in: readonly string[] }[]) =>
      states.map((state) => [...state.in].sort().join(' ')).sort()
    const folders = new Set<string>()
    const items = new Set<string>()
    for (let seed = 1; seed <= 1000; seed++)
      wander(new Chance(seed), (look) => {
        for (const id of FOLDERS) folders.add(setsOf(look.folders, id).sort().join(' '))
        for (const id of [...FOLDERS, ...FILES]) items.add(setsOf(look.items, id).sort().join(' '))
      })
    assert.deepEqual([...folders].sort(), table(FOLDER_STATES))
    assert.deepEqual([...items].sort(), table(ITEM_STATES))
  })
})
