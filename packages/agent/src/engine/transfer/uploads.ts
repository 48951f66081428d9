import { MAX_CHUNKS_OF_FILE } from '@holdfast/api/files/chunks'
import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import type { LocalId } from '../../core/local-id.ts'
import type { LocalEntry } from '../../core/local-tree.ts'
import type { Sending } from '../../core/ops.ts'
import { DiskGone, type FileContent, type Seen } from '../../ports/disk.ts'
import { ask } from '../state/ask.ts'
import type { Engine } from '../state/engine.ts'
import { isPause } from '../state/line.ts'
import { failureOf } from '../state/refusals.ts'
import { seen } from '../state/seen.ts'
import { inPool } from '../state/together.ts'
import type { Shown } from '../state/transfers.ts'
import { unlessTrouble } from '../state/trouble.ts'
import { LentMemory } from './lent-memory.ts'

/** Files whose chunks are asked for and sent together: so many, or so many bytes. */
const GROUP_FILES = 32
const GROUP_BYTES = 16 * 1024 * 1024
/** So many chunks the service looks up at once. */
const ASKED_AT_ONCE = 1000

interface Job {
  readonly stamp: string
  /** Once all its chunks are on the service. */
  ready: FileContent | undefined
  isOver: boolean
}

interface Reading {
  readonly op: Sending
  readonly item: Seen
  readonly file: FileContent
  readonly shown: Shown
}

/**
 * Chunks of files that are too large for a batch go up while rounds go on. A file is none before a batch makes it one, so
 * nothing is known of it until then, by anybody.
 */
export class Uploads {
  readonly #jobs = new Map<LocalId, Job>()
  readonly #running = new Set<Promise<void>>()

  /** The content of a file whose chunks are all there. */
  ready({ id, stamp }: LocalEntry): FileContent | undefined {
    const job = this.#jobs.get(id)
    return job?.stamp === stamp ? job.ready : undefined
  }

  /** Files whose chunks are all there, as they were when they were read. */
  complete = (): LocalId[] => [...this.#jobs].flatMap(([id, { ready }]) => (ready ? id : []))

  forget(id: LocalId): void {
    if (this.#jobs.get(id)?.isOver) this.#jobs.delete(id)
  }

  /** Sends the chunks of some of these, as far as there is room, and takes them off the list, which has the smallest first. */
  want(engine: Engine, waiting: Sending[]): void {
    const { limits, problems } = engine
    while (waiting.length > 0 && this.#running.size < limits.largeAtOnce) {
      const group: Sending[] = []
      let bytes = 0
      // The last place is for the largest: small files may not keep it waiting for ever.
      const isLast = this.#running.size > 0 && this.#running.size === limits.largeAtOnce - 1
      while (group.length < GROUP_FILES && (bytes < GROUP_BYTES || group.length === 0)) {
        const op = isLast ? waiting.pop() : waiting.shift()
        if (!op) break
        if (this.#jobs.has(op.local.id) || problems.isHeld(op)) continue
        group.push(op)
        bytes += op.local.size
        this.#jobs.set(op.local.id, { stamp: op.local.stamp, ready: undefined, isOver: false })
      }
      if (group.length === 0) return
      const work: Promise<void> = this.#sendGroup(engine, group).finally(() => this.#running.delete(work))
      this.#running.add(work)
    }
  }

  /** The end of the first that ends; undefined if none is on its way. */
  next = (): Promise<unknown> | undefined =>
    this.#running.size > 0 ? Promise.race(this.#running) : undefined

  /** Forgets what was sent and is not wanted any more. */
  tidy(wanted: readonly Sending[]): void {
    const stamps = new Map(wanted.map(({ local }) => [local.id, local.stamp]))
    for (const [id, { stamp, isOver, ready }] of [...this.#jobs])
      if (isOver && (!ready || stamps.get(id) !== stamp)) this.#jobs.delete(id)
  }

  async close(): Promise<void> {
    await Promise.all(this.#running)
  }

  async #sendGroup(engine: Engine, ops: readonly Sending[]): Promise<void> {
    const readings: Reading[] = []
    try {
      for (const op of ops) {
        const reading = await unlessTrouble(engine, op, () => read(engine, op))
        if (reading) readings.push(reading)
      }
      const changed = await sendChunks(engine, readings)
      for (const { op, file } of changed ? readings.filter((one) => !changed.has(one)) : [])
        Object.assign(this.#jobs.get(op.local.id) ?? {}, { ready: file })
    } catch (error) {
      // The round that goes on meets it too, and ends by it.
      if (!(error instanceof DiskGone)) throw error
    } finally {
      for (const { shown } of readings) shown.end()
      for (const { local } of ops) Object.assign(this.#jobs.get(local.id) ?? {}, { isOver: true })
    }
  }
}

async function read(engine: Engine, op: Sending): Promise<Reading | undefined> {
  const { disk, state, problems, transfers } = engine
  const { local } = op
  const item = seen(engine, local)
  const file = item && (await disk.read(item, 'as_kept'))
  if (!file || file === 'changed' || file.content !== local.content) {
    state.toScan.add(local.parentId)
    problems.fail(op, { reason: null, likely: 'being_written' })
    return undefined
  }
  if (file.chunks.length > MAX_CHUNKS_OF_FILE) {
    problems.fail(op, { reason: 'too_large' })
    return undefined
  }
  const path = problems.localPath(local.id)
  return { op, item, file, shown: transfers.begin({ path, direction: 'up', size: file.size }) }
}

/** Gives those that have changed while they were read; undefined if the service could not be asked. */
async function sendChunks(engine: Engine, readings: readonly Reading[]): Promise<Set<Reading> | undefined> {
  const { server, disk, limits, state, problems, isHalted } = engine
  const places = new Map<string, { reading: Reading; from: number; size: number }>()
  for (const reading of readings) {
    let from = 0
    for (const { sha256, size } of reading.file.chunks) {
      if (!places.has(sha256)) places.set(sha256, { reading, from, size })
      from += size
    }
  }
  const refs = [...places].map(([sha256, { size }]) => ({ sha256, size }))
  const changed = new Set<Reading>()
  const lent = new LentMemory(MAX_CHUNK)
  for (let at = 0; at < refs.length; at += ASKED_AT_ONCE) {
    const some = refs.slice(at, at + ASKED_AT_ONCE)
    const asked = await ask(engine, () => server.findMissingChunks(some))
    if ('none' in asked) return undefined
    let isCutOff = false
    await inPool(some, limits.chunksAtOnce, async ({ sha256, size }) => {
      const place = places.get(sha256)
      if (!place || isCutOff || isHalted() || changed.has(place.reading)) return
      const { reading, from } = place
      if (asked.answer.has(sha256)) {
        using memory = lent.take()
        const bytes = await unlessTrouble(engine, reading.op, () =>
          disk.readBytes(reading.item, from, size, memory.bytes),
        )
        if (!bytes || bytes === 'changed') {
          changed.add(reading)
          state.toScan.add(reading.op.local.parentId)
          return
        }
        const put = await ask(engine, () => server.putChunk(sha256, bytes))
        // The bytes are not those of the list: it is read anew.
        if ('none' in put && put.error?.code === 'invalid_request') {
          changed.add(reading)
          problems.fail(reading.op, { reason: null })
          return
        }
        if ('none' in put && put.error && !isPause(put.error))
          problems.fail(reading.op, failureOf(put.error.body))
        if ('none' in put) isCutOff = true
      }
      reading.shown.more(size)
    })
    if (isCutOff || isHalted()) return undefined
  }
  return changed
}
