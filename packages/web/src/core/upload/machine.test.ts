import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { emptyState, step } from './machine.ts'
import { itemOf, itemsOf } from './machine-items.ts'
import type { Choice, Command, Conflict, Event, Item, NewItem, State, Theirs } from './machine-types.ts'

const target = { root: 1 as RootId, folder: 0 as EntryId, name: 'My files' }
const file = (path: string, size = 10): NewItem => ({ kind: 'file', path, size, modified: 1 })
const theirs = (over: Partial<Theirs> = {}): Theirs => ({ type: 'file', id: 77 as EntryId, ver: 3, ...over })

/** Steps, and keeps what is to be done. */
class Course {
  state: State = emptyState()
  commands: Command[] = []

  tell(event: Event): Command[] {
    const { state, commands } = step(this.state, event)
    this.state = state
    this.commands.push(...commands)
    return [...commands]
  }

  add(items: NewItem[], { conflicts = [] as Conflict[], batch = 1 } = {}): void {
    this.tell({ type: 'began', batch, target })
    this.tell({ type: 'added', batch, items })
    this.tell({ type: 'read', batch })
    this.tell({ type: 'checked', batch, refused: [], conflicts })
  }

  status = (id: number) => itemOf(this.state, id)?.status
  items = (): Item[] => [...itemsOf(this.state)]
}

const chosen = (choices: Record<string, Choice>, batch = 1): Event => ({
  type: 'decided',
  batch,
  choices: new Map(Object.entries(choices)),
})

describe('the course of uploads', () => {
  it('takes three at a time, and the next when one has ended', () => {
    const course = new Course()
    course.add(['a', 'b', 'c', 'd'].map((name) => file(name)))
    assert.deepEqual(
      course.commands.map((command) => command.do),
      ['check', 'askSlot', 'askSlot', 'askSlot'],
    )
    for (let slot = 0; slot < 3; slot++) course.tell({ type: 'slot' })
    assert.equal(course.status(4), 'queued')
    const after = course.tell({ type: 'answered', item: 2, entry: 9 as EntryId })
    assert.deepEqual(after, [{ do: 'freeSlot' }, { do: 'askSlot' }])
    assert.deepEqual(course.tell({ type: 'slot' }), [{ do: 'send', item: 4 }])
    assert.equal(course.state.sums.sent, 10)
  })

  it('makes folders before what lies in them, and those without anything in them too', () => {
    const course = new Course()
    course.add([file('a/b/one'), { kind: 'folder', path: 'a/empty', size: 0, modified: 1 }])
    const made = { do: 'makeFolders', batch: 1, at: 0, under: '', paths: ['a/b', 'a/empty'] }
    assert.deepEqual(course.commands.slice(1), [made])
    const folders = [
      ['a/b', 5 as EntryId],
      ['a/empty', 6 as EntryId],
    ] as const
    assert.deepEqual(course.tell({ type: 'foldersMade', batch: 1, folders, refused: [] }), [
      { do: 'askSlot' },
    ])
    assert.equal(course.status(2), 'done')
  })

  it('asks about taken names: a new version, both, or neither', () => {
    const course = new Course()
    const conflicts: Conflict[] = ['a', 'b', 'c'].map((path) => ({ path, kind: 'file', theirs: theirs() }))
    course.add(
      ['a', 'b', 'c', 'd'].map((name) => file(name)),
      { conflicts },
    )
    assert.deepEqual(
      course.items().map(({ status }) => status),
      ['asking', 'asking', 'asking', 'queued'],
    )
    course.tell(chosen({ a: 'version', b: 'copy' }))
    course.tell(chosen({ c: 'skip' }))
    assert.deepEqual(
      course.items().map(({ status, makes }) => [status, makes]),
      [
        ['queued', { what: 'version', file: 77, ver: 3 }],
        ['queued', { what: 'copy' }],
        ['skipped', { what: 'new' }],
        ['queued', { what: 'new' }],
      ],
    )
    assert.deepEqual(course.state.batches.get(1)?.conflicts, [])
  })

  it('asks about a folder before what is taken in it', () => {
    const conflicts: Conflict[] = [
      { path: 'album', kind: 'folder', theirs: theirs({ type: 'folder' }) },
      { path: 'album/one', kind: 'file', theirs: theirs() },
    ]
    const items = [file('album/one'), file('album/two')]
    const merged = new Course()
    merged.add(items, { conflicts })
    merged.tell(chosen({ album: 'version' }))
    assert.deepEqual(
      merged.items().map(({ status }) => status),
      ['asking', 'queued'],
    )
    const both = new Course()
    both.add(items, { conflicts })
    assert.deepEqual(both.tell(chosen({ album: 'copy' })), [{ do: 'makeFresh', batch: 1, path: 'album' }])
    assert.deepEqual(both.state.batches.get(1)?.conflicts, [])
    assert.deepEqual(
      both.items().map(({ makes }) => makes.what),
      ['new', 'new'],
    )
    both.tell({ type: 'foldersMade', batch: 1, folders: [['album', 8 as EntryId]], refused: [] })
    assert.deepEqual(
      both.commands.filter((command) => command.do === 'makeFolders'),
      [],
    )
    assert.equal(both.commands.filter((command) => command.do === 'askSlot').length, 2)
  })

  it('pauses for a sign-in, and asks for it once', () => {
    const course = new Course()
    course.add([file('a'), file('b'), file('c')])
    course.tell({ type: 'slot' })
    course.tell({ type: 'slot' })
    for (const item of [1, 2]) course.tell({ type: 'refused', item, outcome: { kind: 'signedOut' } })
    assert.equal(course.commands.filter((command) => command.do === 'signIn').length, 1)
    assert.deepEqual(course.tell({ type: 'slot' }), [{ do: 'freeSlot' }])
    assert.equal(course.tell({ type: 'signedIn' }).length, 3)
  })

  it('leaves nothing at the server of what was cancelled before it was told where that is', () => {
    const course = new Course()
    course.add([file('a')])
    course.tell({ type: 'slot' })
    assert.deepEqual(course.tell({ type: 'cancelled' }), [{ do: 'stop', item: 1 }, { do: 'freeSlot' }])
    assert.deepEqual(course.tell({ type: 'placed', item: 1, url: '/u' }), [
      { do: 'discard', item: 1, url: '/u' },
    ])
    course.tell({ type: 'discarded', item: 1 })
    course.tell({ type: 'dismissed' })
    assert.equal(course.items().length, 0)
  })

  it('goes on after a reload where it was, once the files are there again', () => {
    const course = new Course()
    course.add([file('a'), file('b')])
    course.tell({ type: 'slot' })
    course.tell({ type: 'placed', item: 1, url: '/u' })
    course.tell({ type: 'progress', item: 1, sent: 6 })
    const later = new Course()
    later.tell({ type: 'reloaded', batches: [...course.state.batches.values()], items: course.items() })
    assert.deepEqual(
      later.items().map(({ status, sent, url }) => [status, sent, url]),
      [
        ['lost', 6, '/u'],
        ['lost', 0, undefined],
      ],
    )
    assert.deepEqual(later.tell({ type: 'found', items: [1] }), [{ do: 'askSlot' }])
  })

  it('takes a hundred thousand without holding anything up', () => {
    const course = new Course()
    const names = Array.from({ length: 100_000 }, (_, n) => file(`folder ${n % 300}/${n}`))
    course.tell({ type: 'began', batch: 1, target })
    for (let at = 0; at < names.length; at += 1000)
      course.tell({ type: 'added', batch: 1, items: names.slice(at, at + 1000) })
    course.tell({ type: 'read', batch: 1 })
    course.tell({ type: 'checked', batch: 1, refused: [], conflicts: [] })
    const wanted = course.commands.find((command) => command.do === 'makeFolders')
    assert.equal(wanted?.paths.length, 300)
    const folders = (wanted?.paths ?? []).map((path, n) => [path, (n + 1) as EntryId] as const)
    course.tell({ type: 'foldersMade', batch: 1, folders, refused: [] })
    for (let n = 1; n <= 3000; n++) {
      course.commands = []
      course.tell({ type: 'slot' })
      const send = course.commands.find((command) => command.do === 'send')
      assert.equal(send?.item, n)
      course.tell({ type: 'progress', item: n, sent: 5 })
      course.tell({ type: 'answered', item: n, entry: undefined })
    }
    assert.equal(course.state.sums.counts.done, 3000)
    // A step shares what it does not change with the state before.
    const before = course.state.pages
    course.tell({ type: 'slot' })
    assert.equal(course.state.pages.filter((page, n) => page !== before[n]).length, 1)
    course.tell({ type: 'cancelled' })
    assert.equal(course.state.sums.counts.cancelled, 97_000)
  })
})
