import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config.ts'
import type { Service } from '../service.ts'
import { announce, stopSignal } from './announce.ts'

const RESTART_PAUSE_MS = 1000

/** Several processes on one port. One that dies is replaced; the first one up migrates and sets up. */
export async function serveWithWorkers(config: Config): Promise<number> {
  let stopping = false
  const first = cluster.fork()
  const ready = await readyOf(first)
  if (!ready) return 1
  announce(ready, config)
  for (let n = 1; n < config.workers; n++) cluster.fork()
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    console.error(`A server process (${worker.process.pid}) ended with ${signal ?? code}; starting another.`)
    setTimeout(() => stopping || cluster.fork(), RESTART_PAUSE_MS)
  })
  await stopSignal()
  stopping = true
  const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
  await Promise.all(workers.map(stop))
  return 0
}

type Ready = Pick<Service, 'url' | 'firstAccount'>

function readyOf(worker: Worker): Promise<Ready | undefined> {
  return new Promise((resolve) => {
    worker.on('message', (message: { ready?: Ready }) => message.ready && resolve(message.ready))
    worker.once('exit', () => resolve(undefined))
  })
}

async function stop(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const gone = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await gone
}
