import { fork } from 'node:child_process'
import cluster from 'node:cluster'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Outage } from '../basics/outage.ts'

/** There while a check has found damage, so that all processes see it. */
const markOf = (file: string): string => `${file}-damaged`

/** The last one to close a database leaves no log beside it, so one that is there was not closed. */
export const wasLeftOpen = (file: string): boolean =>
  (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 || existsSync(markOf(file))

export function refuseIfDamaged(file: string): void {
  if (existsSync(markOf(file)))
    throw new Outage('database_damaged', new Error(`PRAGMA quick_check found damage in ${file}`))
}

/**
 * Looks by a process of its own, which only reads, whether the database is whole: a look at a large one takes minutes, and
 * unlike a thread a process can be ended at any moment without taking the service along. Nothing is written any more once
 * damage is found. Of several processes that are started together the first one looks. Gives the way to stop.
 */
export function startQuickCheck(file: string, found: (problems: string[]) => void): () => void {
  if (cluster.isWorker && cluster.worker?.id !== 1) return () => {}
  rmSync(markOf(file), { force: true })
  // Sources run as .ts, the built server as .js; the program stands beside this file in both.
  const script = import.meta.url.endsWith('.ts') ? './quick-check-process.ts' : './quick-check-process.js'
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [file], { execArgv: [] })
  let over = false
  const report = (problems: string[]) => {
    if (over) return
    over = true
    if (problems.length === 0) return
    writeFileSync(markOf(file), `${problems.join('\n')}\n`, { mode: 0o600 })
    found(problems)
  }
  child.on('message', report)
  child.on('error', (error) => report([error.message]))
  child.on('exit', (code, signal) => report([`The check ended with ${signal ?? code} before it was done`]))
  child.unref()
  child.channel?.unref()
  return () => {
    over = true
    child.kill('SIGKILL')
  }
}
