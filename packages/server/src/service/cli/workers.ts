import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.ts'
import { offerMetrics, type Service } from '../service.ts'
import { LONGEST_STOP_MS } from '../stop-all.ts'
import { announce, stopSignal } from './announce.ts'
import { logWhatNodeSays, openLog } from './log.ts'
import { WorkerMetrics } from './worker-metrics.ts'
import { passNewsOn } from './worker-news.ts'
import { type WatchIntervals, WorkerWatch } from './worker-watch.ts'

const RESTART_PAUSE_MS = 1000

/** Several processes on one port. One that dies or hangs is replaced; the first one up migrates and sets up. */
export async function serveWithWorkers(config: Config, intervals?: WatchIntervals): Promise<number> {
  const stopped = stopSignal()
  const log = openLog(config.logLevel)
  logWhatNodeSays(log)
  passNewsOn()
  const watch = new WorkerWatch(log, intervals)
  const figures = new WorkerMetrics(watch, config.workers)
  await using metrics = await offerMetrics(config, log, () => figures.collect())
  cluster.on('fork', closeUntaken)
  const ready = await Promise.race([readyOf(cluster.fork()), stopped])
  if (typeof ready === 'number') return ready
  if (ready) {
    await announce({ ...ready, metricsUrl: metrics?.url }, config, log)
    const stopReplacing = replaceDead({ log, watch, figures })
    for (let n = 1; n < config.workers; n++) cluster.fork()
    await stopped
    stopReplacing()
  }
  watch.close()
  const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
  await Promise.all(workers.map(stop))
  return 0
}

type Ready = Pick<Service, 'url' | 'firstAccount'>

/** Of one that fails, the exit code. */
function readyOf(worker: Worker): Promise<Ready | number> {
  return new Promise((resolve) => {
    worker.on('message', (message: { ready?: Ready }) => message.ready && resolve(message.ready))
    // It has said why.
    worker.once('exit', (code) => resolve(code || 1))
  })
}

/** What Node sends a worker with each connection, and what comes back. */
type Handover = { act?: string; seq: number }
type Taken = { ack?: number }

/**
 * Node accepts connections here, hands them to the workers in turn, and closes its own end when it hears that one was taken.
 * Of those on their way to a worker that is killed it hears nothing: without this they would stay open, and unanswered.
 */
function closeUntaken({ process: child }: Worker): void {
  const untaken = new Map<number, { close(): void }>()
  const send = child.send.bind(child) as (...sent: unknown[]) => boolean
  child.send = (...sent: unknown[]) => {
    const [{ act, seq }, connection] = sent as [Handover, { close(): void } | undefined]
    if (act === 'newconn' && connection) untaken.set(seq, connection)
    return send(...sent)
  }
  child.on('internalMessage', ({ ack }: Taken) => ack !== undefined && untaken.delete(ack))
  child.once('exit', () => {
    for (const connection of untaken.values()) connection.close()
  })
}

interface Replacing {
  log: Logger
  watch: WorkerWatch
  figures: WorkerMetrics
}

function replaceDead({ log, watch, figures }: Replacing): () => void {
  let stopping = false
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    const hung = watch.wasHung(worker)
    log.error(
      { worker: worker.process.pid, ...(signal ? { signal } : { code }) },
      'a server process ended; another one is started',
    )
    figures.countReplaced(hung ? 'hung' : 'ended')
    // One that ends as soon as it is started shall not keep the machine busy. One that hung has taken its time.
    setTimeout(() => stopping || cluster.fork(), hung ? 0 : RESTART_PAUSE_MS).unref()
  })
  return () => {
    stopping = true
  }
}

async function stop(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const gone = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  // It ends by itself in time unless its whole event loop hangs.
  const force = setTimeout(() => worker.process.kill('SIGKILL'), LONGEST_STOP_MS + 1000)
  await gone
  clearTimeout(force)
}
