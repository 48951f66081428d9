import cluster from 'node:cluster'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { Outage } from '../outage.ts'

/** There while a check has found damage, so that all processes see it. */
const markOf = (file: string): string => `${file}-damaged`

/** Whoever closes a database last leaves no log beside it, so one that lies there was not closed. */
export const wasLeftOpen = (file: string): boolean =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 || existsSync(markOf(file))

export function refuseIfDamaged(file: string): void {
  if (existsSync(markOf(file)))
    throw new Outage('database_damaged', new Error(`PRAGMA quick_check found damage in ${file}`))
}

/**
 * Looks on a thread of its own, by a connection that only reads, whether the database is whole. Nothing is written any more
 * once it is not. Of several processes that are started together the first one looks. Gives the way to stop.
 */
export function startQuickCheck(file: string, found: (problems: string[]) => void): () => Promise<unknown> {
  if (cluster.isWorker && cluster.worker?.id !== 1) return async () => {}
  rmSync(markOf(file), { force: true })
  // Sources run as .ts, the built server as .js; the worker stands beside this file in both.
  const script = import.meta.url.endsWith('.ts') ? './quick-check-worker.ts' : './quick-check-worker.js'
  const worker = new Worker(new URL(script, import.meta.url), { workerData: file })
  const report = (problems: string[]) => {
    if (problems.length === 0) return
    writeFileSync(markOf(file), `${problems.join('\n')}\n`, { mode: 0o600 })
    found(problems)
  }
  worker.on('message', report)
  worker.on('error', (error: Error) => report([error.message]))
  worker.unref()
  return () => worker.terminate()
}
