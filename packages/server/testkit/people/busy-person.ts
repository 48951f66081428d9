import assert from 'node:assert/strict'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { ApiClientError } from '@holdfast/api/client'
import { listChanges, listenToEvents } from '@holdfast/api/files/changes'
import { deleteFile, type File, getRoot, listRootChildren } from '@holdfast/api/files/files'
import { purgeFile } from '@holdfast/api/files/retention'
import { searchRoot } from '@holdfast/api/files/search'
import type { EntryId } from '@holdfast/api/ids'
import { BatchSender } from '../content/batches.ts'
import { EventReader } from '../content/event-source.ts'
import { numbers } from '../content/numbers.ts'
import { digestOf, sampleBytes } from '../content/sample-bytes.ts'
import { PASSWORD, type Someone } from '../servers/world.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** What goes beyond is deleted, so that data do not grow without end. */
const KEPT = 30

/** What someone may be kept from by a fault, and nothing else: an announced pause, or a broken connection. */
export const isPause = (error: unknown): boolean =>
  error instanceof ApiClientError ? error.status === 503 : error instanceof TypeError

/** Does what people and their devices do with files, one thing after another, and keeps a journal of what was acknowledged. */
export class BusyPerson {
  readonly who: Someone
  readonly #random: (below: number) => number
  readonly #batches: BatchSender
  /** What is there for certain. A name tells the bytes. */
  readonly #kept = new Map<string, { id: EntryId; size: number }>()
  /** What nobody was notified about: it is there as a whole, or not at all. */
  readonly #open = new Map<string, number>()
  #made = 0
  #cursor = ''
  done = 0
  paused = 0

  constructor(who: Someone, seed: number) {
    this.who = who
    this.#random = numbers(seed)
    this.#batches = new BatchSender(who, who.rootId)
  }

  /** One thing or another. `mayFail` says whether something is broken at the moment. */
  async act(mayFail: () => boolean): Promise<void> {
    const couldFail = mayFail()
    try {
      await this.#anything()
      this.done++
    } catch (error) {
      if (!isPause(error) || !(couldFail || mayFail())) throw error
      this.paused++
    }
  }

  #anything(): Promise<unknown> {
    const root_id = this.who.rootId
    if (this.#kept.size > KEPT) return this.#remove()
    const dice = this.#random(60)
    if (dice === 0) return this.#upload(MIB + this.#random(3 * MIB))
    if (dice < 4) return this.#upload(64 * KIB + this.#random(300 * KIB))
    if (dice < 20) return this.#upload(this.#random(40 * KIB))
    if (dice < 24) return this.#batch()
    if (dice < 40) return this.#readBack()
    if (dice < 42) return this.who.signIn(this.who.email, PASSWORD)
    if (dice < 50) return this.who.call(searchRoot, { root_id, q: String(this.#made) })
    return this.who.call(listRootChildren, { root_id })
  }

  async #upload(size: number): Promise<void> {
    const name = this.#nextName()
    this.#open.set(name, size)
    const { id } = await this.who.upload(name, sampleBytes(size, name))
    this.#keep(name, id)
  }

  async #batch(): Promise<void> {
    const names = Array.from({ length: 1 + this.#random(5) }, () => this.#nextName())
    const ops = names.map((name) => {
      const size = this.#random(8 * KIB)
      this.#open.set(name, size)
      const content = this.#batches.content(sampleBytes(size, name))
      return { op: 'put' as const, folder_id: 0 as EntryId, name, ...content }
    })
    for (const { entry, error, error_description } of await this.#batches.send(ops)) {
      assert.ok(entry, `${error}: ${error_description}`)
      this.#keep(entry.name, entry.entry_id)
    }
  }

  async #remove(): Promise<void> {
    const [name, { id, size }] = this.#kept.entries().next().value as [string, { id: EntryId; size: number }]
    const file = { root_id: this.who.rootId, file_id: id }
    this.#kept.delete(name)
    this.#open.set(name, size)
    await this.who.call(deleteFile, file)
    await this.who.call(purgeFile, file)
    this.#open.delete(name)
  }

  async #readBack(): Promise<void> {
    const kept = [...this.#kept]
    const one = kept[this.#random(kept.length)]
    if (one) await this.#check(one[0], one[1].id, one[1].size)
  }

  #nextName = (): string => `${this.who.id} ${++this.#made}.bin`

  #keep(name: string, id: EntryId): void {
    const size = this.#open.get(name)
    assert.ok(size !== undefined, name)
    this.#open.delete(name)
    this.#kept.set(name, { id, size })
  }

  async #check(name: string, id: EntryId, size: number): Promise<void> {
    assert.equal(digestOf(await this.who.download(id)), digestOf(sampleBytes(size, name)), name)
  }

  /** All that was acknowledged is there, byte by byte, and of the rest nothing that is not whole. Gives how many that were. */
  async checkAll(): Promise<number> {
    const root = { root_id: this.who.rootId, include_deleted: false }
    const { children = [] } = await this.who.call(getRoot, root)
    const listed = new Map((children as File[]).map((file) => [file.name, file]))
    for (const name of this.#kept.keys()) assert.ok(listed.has(name), `${name} is lost`)
    for (const { name, id } of listed.values()) {
      const size = this.#kept.get(name)?.size ?? this.#open.get(name)
      assert.ok(size !== undefined, `${name} has come from nowhere`)
      await this.#check(name, id, size)
    }
    return this.#kept.size
  }

  /** Waits for what changes, as a device does. */
  async waitForChanges(mayFail: () => boolean, seconds: number): Promise<void> {
    try {
      const asked = { root_id: this.who.rootId, limit: 1000, wait: seconds }
      const { cursor } = await this.who.call(listChanges, {
        ...asked,
        ...(this.#cursor && { cursor: this.#cursor }),
      })
      this.#cursor = cursor
    } catch (error) {
      if (!isPause(error) || !mayFail()) throw error
      await pauseFor(200)
    }
  }

  /** Listens for a while, as an open page does. */
  async listen(mayFail: () => boolean, ms: number): Promise<void> {
    try {
      await using events = EventReader.over(await this.who.open(listenToEvents, {}))
      const over = pauseFor(ms)
      const next = async () => ((await events.next()) === undefined ? 'end' : 'event')
      while ((await Promise.race([over, next()])) === 'event');
    } catch (error) {
      if (!isPause(error) || !mayFail()) throw error
      await pauseFor(200)
    }
  }
}
