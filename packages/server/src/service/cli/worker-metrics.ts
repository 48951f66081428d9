import cluster, { type Worker } from 'node:cluster'
import { joinMetrics, type Metric, remainsOf } from '../../platform/metrics/metric.ts'

const PATIENCE_MS = 3000

interface Message {
  wanted?: 'metrics'
  metrics?: Metric[]
}

/** In a worker: tells the primary its figures when asked. */
export function tellMetrics(collect: () => Promise<Metric[]>): void {
  process.on('message', async ({ wanted }: Message) => {
    if (wanted !== 'metrics') return
    // What cannot be told is missed by the primary.
    const metrics = await collect().catch(() => undefined)
    if (metrics && process.connected) process.send?.({ metrics } satisfies Message, undefined, {}, () => {})
  })
}

/** In the primary: the figures of all workers, and of those that are gone, as those of one service. */
export class WorkerMetrics {
  readonly #told = new Map<number, Metric[]>()
  readonly #awaited = new Set<number>()
  #gone: Metric[] = []
  #wake: () => void = () => {}

  constructor() {
    cluster.on('message', (worker, { metrics }: Message) => {
      if (!metrics) return
      this.#told.set(worker.id, metrics)
      this.#arrived(worker)
    })
    cluster.on('exit', (worker) => {
      // What it counted after it was last asked is lost with it.
      this.#gone = joinMetrics([this.#gone, remainsOf(this.#told.get(worker.id) ?? [])])
      this.#told.delete(worker.id)
      this.#arrived(worker)
    })
  }

  async collect(): Promise<Metric[]> {
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker?.isConnected()) {
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
    // One that hangs has still counted what it told before.
    const told = [...this.#told].map(([id, metrics]) =>
      this.#awaited.has(id) ? remainsOf(metrics) : metrics,
    )
    this.#awaited.clear()
    return joinMetrics([...told, this.#gone])
  }

  #arrived({ id }: Worker): void {
    this.#awaited.delete(id)
    if (this.#awaited.size === 0) this.#wake()
  }
}
