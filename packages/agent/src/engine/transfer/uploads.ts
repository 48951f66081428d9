import { MAX_CHUNKS_OF_FILE } from '@holdfast/api/files/chunks'
import type { LocalId } from '../../core/local-id.ts'
import type { LocalEntry } from '../../core/local-tree.ts'
import type { Sending } from '../../core/ops.ts'
import { DiskGone, type FileContent } from '../../ports/disk.ts'
import type { Engine } from '../state/engine.ts'
import { seen } from '../state/seen.ts'
import { unlessTrouble } from '../state/trouble.ts'
import { type Reading, sendChunks } from './send-chunks.ts'

/** Files whose chunks are asked for and sent together: so many, or so many bytes. */
const GROUP_FILES = 32
const GROUP_BYTES = 16 * 1024 * 1024

interface Job {
  readonly stamp: string
  /** Once all its chunks are on the service. */
  ready: FileContent | undefined
  isOver: boolean
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
