import cluster, { type Worker } from 'node:cluster'
import { joinMetrics, type Metric, remainsOf } from '../../platform/metrics/metric.ts'
import { processMetrics, type ReplacedFor } from '../metrics/definitions.ts'
import type { WorkerWatch } from './worker-watch.ts'

/** For one that is busy. Nobody waits for one that starts, or is known as silent. */
const PATIENCE_MS = 3000

interface Message {
  wanted?: 'metrics'
  metrics?: Metric[]
}

/** In a worker: tells the primary its figures when asked. */
export function tellMetrics(collect: () => Promise<Metric[]>): void {
  process.on('message', async ({ wanted }: Message) => {
    if (wanted !== 'metrics') return
    // What cannot be known is missed by the primary.
    const metrics = await collect().catch(() => undefined)
    if (metrics && process.connected) process.send?.({ metrics } satisfies Message, undefined, {}, () => {})
  })
}

/** In the primary: the figures of all workers, and of those that are gone, as those of one service. */
export class WorkerMetrics {
  readonly #watch: WorkerWatch
  readonly #expected: number
  readonly #replaced: Record<ReplacedFor, number> = { ended: 0, hung: 0 }
  readonly #told = new Map<number, Metric[]>()
  readonly #awaited = new Set<number>()
  readonly #answered = new Set<number>()
  #gone: Metric[] = []
  #wake: () => void = () => {}

  constructor(watch: WorkerWatch, expected: number) {
    this.#watch = watch
    this.#expected = expected
    watch.onSilent = (worker) => this.#waitNoLonger(worker)
    cluster.on('message', (worker, { metrics }: Message) => {
      if (!metrics) return
      this.#told.set(worker.id, metrics)
      this.#answered.add(worker.id)
      this.#waitNoLonger(worker)
    })
    cluster.on('exit', (worker) => {
      // What it counted after it was last asked is lost with it.
      this.#gone = joinMetrics([this.#gone, remainsOf(this.#told.get(worker.id) ?? [])])
      this.#told.delete(worker.id)
      this.#waitNoLonger(worker)
    })
  }

  countReplaced(reason: ReplacedFor): void {
    this.#replaced[reason]++
  }

  async collect(): Promise<Metric[]> {
    this.#answered.clear()
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker?.isConnected() && this.#watch.isAnswering(worker)) {
        this.#awaited.add(worker.id)
        worker.send({ wanted: 'metrics' } satisfies Message, () => {})
      }
    if (this.#awaited.size > 0)
      await new Promise<void>((resolve) => {
        const patience = setTimeout(resolve, PATIENCE_MS)
        this.#wake = () => {
          clearTimeout(patience)
          resolve()
        }
      })
    this.#awaited.clear()
    // One that hangs has still counted what it reported before.
    const told = [...this.#told].map(([id, metrics]) =>
      this.#answered.has(id) ? metrics : remainsOf(metrics),
    )
    return joinMetrics([...told, this.#gone, processMetrics(this.#expected, this.#replaced)])
  }

  #waitNoLonger({ id }: Worker): void {
    this.#awaited.delete(id)
    if (this.#awaited.size === 0) this.#wake()
  }
}
