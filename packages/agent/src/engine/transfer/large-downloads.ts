import type { EntryId } from '@holdfast/api/ids'
import type { Bringing } from '../../core/ops.ts'
import type { RemoteRow } from '../../core/remote-tree.ts'
import { DiskGone, type Seen, type Staged } from '../../ports/disk.ts'
import type { Engine } from '../state/engine.ts'
import { stageFile } from './stage-content.ts'

interface Job {
  readonly content: string | null
  /** The row's time of change that the file was given. */
  readonly modified: string | null
  readonly end: Promise<void>
  staged: Staged | undefined
  isOver: boolean
}

/**
 * Large files come while rounds go on: nothing is done but to lay them where nobody sees them. The round that finds one
 * complete shows it, if it is still wanted.
 */
export class LargeDownloads {
  readonly #jobs = new Map<EntryId, Job>()

  /** The rows of those that have come to an end, good or bad. */
  complete = (): EntryId[] => [...this.#jobs].flatMap(([id, { isOver }]) => (isOver ? id : []))

  /**
   * What was fetched of a row's content, and the row with the time that it had then: where somebody has given it another one
   * since, the file does not have that yet. From now on it is the caller's.
   */
  take(row: RemoteRow): { readonly row: RemoteRow; readonly staged: Staged } | undefined {
    const job = this.#jobs.get(row.id)
    if (!job?.isOver || job.content !== row.content) return undefined
    this.#jobs.delete(row.id)
    const { modified, staged } = job
    return staged && { row: { ...row, modified }, staged }
  }

  hasRoom = ({ limits }: Engine): boolean => this.#running().length < limits.largeAtOnce

  /** Fetches it, where there is room for one more. */
  want(engine: Engine, op: Bringing, near: readonly Seen[]): void {
    const { id, content, modified } = op.row
    if (this.#jobs.has(id)) return
    const end = this.#fetch(engine, op, near)
    const job: Job = { content, modified, end, staged: undefined, isOver: false }
    this.#jobs.set(id, job)
  }

  /** The end of the first that ends; undefined if none is on its way. */
  next(): Promise<unknown> | undefined {
    const running = this.#running()
    return running.length > 0 ? Promise.race(running.map(({ end }) => end)) : undefined
  }

  /** Drops what was fetched and is not wanted any more. */
  async tidy({ disk }: Engine, wanted: readonly Bringing[]): Promise<void> {
    const contents = new Map(wanted.map(({ row }) => [row.id, row.content]))
    for (const [id, { content, isOver, staged }] of [...this.#jobs]) {
      if (!isOver || (contents.get(id) === content && staged !== undefined)) continue
      this.#jobs.delete(id)
      if (staged !== undefined) await disk.dropStaged(staged.id)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#running().map(({ end }) => end))
  }

  #running = (): Job[] => [...this.#jobs.values()].filter(({ isOver }) => !isOver)

  async #fetch(engine: Engine, op: Bringing, near: readonly Seen[]): Promise<void> {
    let staged: Staged | undefined
    try {
      staged = await stageFile(engine, op, near)
    } catch (error) {
      // The round that goes on meets it too, and ends by it.
      if (!(error instanceof DiskGone)) throw error
    } finally {
      const job = this.#jobs.get(op.row.id)
      if (job) Object.assign(job, { staged, isOver: true })
    }
  }
}
