import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { emptyState, step } from './machine.ts'
import { isEnded } from './machine-change.ts'
import { SLOTS } from './machine-course.ts'
import { itemOf, itemsOf } from './machine-items.ts'
import type { Command, Conflict, Event, Item, Outcome, State, Theirs } from './machine-types.ts'

const target = { root: 1 as RootId, folder: 0 as EntryId, name: 'My files' }
const theirs = (over: Partial<Theirs> = {}): Theirs => ({ type: 'file', id: 77 as EntryId, ver: 3, ...over })

describe('the course of uploads, whatever happens in whatever order', () => {
  it('sends no more than the slots, counts each byte once, asks once, leaves nothing behind and comes to an end', () => {
    for (let seed = 1; seed <= 100; seed++) new Walk(seed).run(120)
  })
})

/** A world that answers commands in any order, or not, while people press any button. */
class Walk {
  state: State = emptyState()
  open: Command[] = []
  slots = 0
  urls = new Set<string>()
  decided = new Set<string>()
  allowed = new Set<string>()
  batches = 0
  #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  random(below: number): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return Math.floor((this.#seed / 0x80000000) * below)
  }
  items = (): Item[] => [...itemsOf(this.state)]
  pick = <T>(list: readonly T[]): T => list[this.random(list.length)] as T

  tell(event: Event): void {
    const { state, commands } = step(this.state, event)
    this.state = state
    for (const command of commands) this.hear(command)
    this.hold()
  }

  hear(command: Command): void {
    if (command.do === 'freeSlot') this.slots--
    else if (command.do === 'stop')
      this.open = this.open.filter((one) => one.do !== 'send' || one.item !== command.item)
    else this.open.push(command)
    if (command.do !== 'send') return
    const item = itemOf(this.state, command.item) as Item
    assert.ok(this.state.online && this.state.signedIn && !this.state.paused)
    const folder = item.path.includes('/') ? item.path.slice(0, item.path.lastIndexOf('/')) : ''
    assert.equal(typeof this.state.batches.get(item.batch)?.folders.get(folder), 'number')
  }

  /** What must be so after every step. */
  hold(): void {
    const { sums, asked } = this.state
    const items = this.items()
    const sending = items.filter(({ status }) => status === 'sending')
    assert.equal(sending.length, this.slots)
    assert.ok(this.slots + asked <= SLOTS)
    assert.equal(asked, this.open.filter((one) => one.do === 'askSlot').length)
    const counted = items.filter(
      ({ status, dismissed }) => !dismissed && !['skipped', 'cancelled', 'failed'].includes(status),
    )
    const sum = (of: (item: Item) => number) => counted.reduce((total, item) => total + of(item), 0)
    assert.deepEqual([sums.bytes, sums.sent], [sum(({ size }) => size), sum(({ sent }) => sent)])
    for (const item of items) {
      assert.ok(item.sent >= 0 && item.sent <= item.size)
      if (item.status === 'done') assert.equal(item.sent, item.size)
    }
    for (const { id, conflicts } of this.state.batches.values())
      for (const { path } of conflicts)
        assert.ok(!this.decided.has(`${id} ${path}`) || this.allowed.has(`${id} ${path}`), 'asked twice')
  }

  run(steps: number): void {
    for (let n = 0; n < steps; n++) this.random(3) === 0 ? this.wish() : this.answer()
    this.heal()
    for (const item of this.items()) assert.ok(isEnded(item), `${item.path} is ${item.status}`)
    const kept = this.items()
      .filter(({ status }) => status === 'failed')
      .flatMap(({ url }) => url ?? [])
    assert.deepEqual([...this.urls].sort(), kept.sort())
    this.tell({ type: 'dismissed' })
    while (this.open.length > 0) this.answer(true)
    assert.equal(this.urls.size, 0)
    assert.equal(this.items().length, 0)
  }

  wish(): void {
    const items = this.items()
    const item = items.length > 0 && this.random(3) > 0 ? { item: this.pick(items).id } : {}
    const kind = this.random(12)
    if (kind < 2) this.drop()
    else if (kind === 2) this.tell({ type: this.state.online ? 'offline' : 'online' })
    else if (kind < 6) this.decide()
    else if (kind === 6) this.reload()
    else if (kind === 7)
      this.tell({ type: 'found', items: items.filter(() => this.random(2)).map(({ id }) => id) })
    else
      this.tell({
        type: this.pick(['paused', 'resumed', 'resumed', 'cancelled', 'retried', 'dismissed'] as const),
        ...item,
      })
  }

  drop(): void {
    const batch = ++this.batches
    this.tell({ type: 'began', batch, target })
    const paths = ['a', 'b', 'c/d', 'c/e', 'c/f/g', 'h/i', 'j'].filter(() => this.random(2) === 0)
    const items = paths.map((path) => ({ kind: 'file' as const, path, size: this.random(100), modified: 1 }))
    this.tell({
      type: 'added',
      batch,
      items: [...items, { kind: 'folder', path: 'k', size: 0, modified: 1 }],
    })
    this.tell({ type: 'read', batch })
  }

  decide(): void {
    for (const { id, conflicts } of this.state.batches.values()) {
      const some = conflicts.filter(() => this.random(2) === 0)
      if (some.length === 0) continue
      for (const { path } of some) this.decided.add(`${id} ${path}`)
      for (const { path } of some) this.allowed.delete(`${id} ${path}`)
      const choices = some.map(({ path }) => [path, this.pick(['version', 'copy', 'skip'] as const)] as const)
      this.tell({ type: 'decided', batch: id, choices: new Map(choices) })
    }
  }

  /** The page goes, with all that was under way; what it had kept comes back. */
  reload(): void {
    const batches = [...this.state.batches.values()]
    const items = this.items().filter((item) => !isEnded(item) || item.url !== undefined)
    // Requests that had left the page do their work.
    for (const command of this.open) if (command.do === 'discard') this.urls.delete(command.url)
    this.open = []
    this.slots = 0
    this.state = emptyState()
    for (const { url, status } of items) if (status === 'failed' && url !== undefined) this.urls.delete(url)
    this.tell({ type: 'reloaded', batches, items: items.filter(({ status }) => status !== 'failed') })
  }

  /** To one of the commands that wait. */
  answer(well = false): void {
    if (this.open.length === 0) return
    const at = this.random(this.open.length)
    const command = this.open[at] as Command
    this.open.splice(at, 1)
    const event = this.answerTo(command, well)
    if (event) this.tell(event)
  }

  answerTo(command: Command, well: boolean): Event | undefined {
    switch (command.do) {
      case 'check':
        return this.checked(command.batch, well)
      case 'makeFresh':
        return {
          type: 'foldersMade',
          batch: command.batch,
          folders: [[command.path, 5 as EntryId]],
          refused: [],
        }
      case 'makeFolders':
        return this.made(command, well)
      case 'askSlot':
        this.slots++
        return { type: 'slot' }
      case 'send':
        return this.send(command, well)
      case 'discard':
        this.urls.delete(command.url)
        return { type: 'discarded', item: command.item }
      case 'wake':
        return { type: 'woken', item: command.item }
      case 'signIn':
        return { type: 'signedIn' }
    }
  }

  checked(batch: number, well: boolean): Event {
    const items = this.items().filter((item) => item.batch === batch)
    const refused = well ? [] : items.filter(() => this.random(9) === 0)
    const conflicts: Conflict[] = ['a', 'c/d', 'j']
      .filter(() => !well && this.random(2) === 0)
      .map((path) => ({ path, kind: 'file', theirs: theirs(this.random(5) === 0 ? { type: 'folder' } : {}) }))
    if (this.random(3) === 0)
      conflicts.push({ path: 'c', kind: 'folder', theirs: theirs({ type: 'folder' }) })
    for (const { path } of conflicts) this.allowed.add(`${batch} ${path}`)
    return {
      type: 'checked',
      batch,
      conflicts,
      refused: refused.map(({ id }) => ({ id, reason: { code: 'no' } })),
    }
  }

  made({ batch, under, paths }: Extract<Command, { do: 'makeFolders' }>, well: boolean): Event {
    const whole = paths.map((path) => under + path)
    const refused = whole.filter(() => !well && this.random(4) === 0)
    return {
      type: 'foldersMade',
      batch,
      folders: whole.filter((path) => !refused.includes(path)).map((path) => [path, 6 as EntryId] as const),
      refused: refused.map((path) => [path, { code: 'forbidden' }] as const),
    }
  }

  send(command: Extract<Command, { do: 'send' }>, well: boolean): Event {
    const { item: id } = command
    const item = itemOf(this.state, id) as Item
    const kind = well ? 0 : this.random(6)
    if (kind === 0) {
      this.urls.delete(item.url ?? '')
      return { type: 'answered', item: id, entry: 4 as EntryId }
    }
    if (kind < 4) {
      this.open.push(command)
      if (item.url !== undefined) return { type: 'progress', item: id, sent: this.random(item.size + 1) }
      const url = `/${this.urls.size} ${this.random(1e9)}`
      this.urls.add(url)
      return { type: 'placed', item: id, url }
    }
    const outcome: Outcome = this.pick([
      { kind: 'offline' },
      { kind: 'busy', afterMs: 5 },
      { kind: 'signedOut' },
      { kind: 'gone' },
      { kind: 'taken', theirs: theirs({ ver: 4 }) },
      { kind: 'failed', reason: { code: 'policy_error' } },
    ])
    if (outcome.kind === 'gone') this.urls.delete(item.url ?? '')
    if (outcome.kind === 'taken') this.allowed.add(`${item.batch} ${item.path}`)
    return { type: 'refused', item: id, outcome }
  }

  /** From here on all goes well, and everybody is patient. */
  heal(): void {
    this.tell({ type: 'online' })
    for (let n = 0; n < 4000; n++) {
      if (this.open.length > 0) this.answer(true)
      else if (this.state.paused || this.state.sums.counts.paused > 0) this.tell({ type: 'resumed' })
      else if (this.state.sums.counts.lost > 0)
        this.tell({ type: 'found', items: this.items().map(({ id }) => id) })
      else if (this.state.sums.counts.asking > 0) this.decide()
      else return
    }
  }
}
