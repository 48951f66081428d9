import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../../platform/config.ts'
import type { Service } from '../service.ts'
import { LONGEST_STOP_MS } from '../stop-all.ts'
import { announce, stopSignal } from './announce.ts'
import { passNewsOn } from './worker-news.ts'

const RESTART_PAUSE_MS = 1000

/** Several processes on one port. One that dies is replaced; the first one up migrates and sets up. */
export async function serveWithWorkers(config: Config): Promise<number> {
  const stopped = stopSignal()
  passNewsOn()
  const ready = await Promise.race([readyOf(cluster.fork()), stopped])
  if (ready === 'failed') return 1
  if (ready) {
    announce(ready, config)
    const stopReplacing = replaceDead()
    for (let n = 1; n < config.workers; n++) cluster.fork()
    await stopped
    stopReplacing()
  }
  const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
  await Promise.all(workers.map(stop))
  return 0
}

type Ready = Pick<Service, 'url' | 'firstAccount'>

function readyOf(worker: Worker): Promise<Ready | 'failed'> {
  return new Promise((resolve) => {
    worker.on('message', (message: { ready?: Ready }) => message.ready && resolve(message.ready))
    // It has said why.
    worker.once('exit', () => resolve('failed'))
  })
}

function replaceDead(): () => void {
  let stopping = false
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    console.error(`A server process (${worker.process.pid}) ended with ${signal ?? code}; starting another.`)
    setTimeout(() => stopping || cluster.fork(), RESTART_PAUSE_MS).unref()
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
