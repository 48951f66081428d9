import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { DatabaseLocation } from '../../src/platform/config/config.ts'
import { environment } from './environment.ts'

/** What a process of its own is to do with a database; `name` begins the names of the rows it writes. */
export type Task = { database: DatabaseLocation; name: string } & (
  | { kind: 'migrate' }
  | { kind: 'write'; writers: number; writes?: number }
  | { kind: 'answer' }
)

/** Another process, and what has been heard of it. */
export interface Child {
  process: ChildProcess
  lines: string[]
  errors: string[]
  /** Resolves when its standard output has so many lines; rejects when it ends before. */
  said(count: number): Promise<void>
  /** Resolves with the first line that matches; rejects when it ends without one. */
  saying(pattern: RegExp): Promise<string>
  /** Its exit code or signal, once all it said has been heard. */
  ended: Promise<number | NodeJS.Signals>
}

/** Many starts of one program: it need not be compiled each time. */
export const compileCache = () => ({ NODE_COMPILE_CACHE: path.join(environment('TESTKIT_DIR'), 'compiled') })

export const startChild = (task: Task): Child =>
  listenTo(
    fork(path.join(import.meta.dirname, '../database/database-child.ts'), [JSON.stringify(task)], {
      env: { ...process.env, ...compileCache() },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
  )

/** For a process whose standard output and error are pipes. */
export function listenTo(child: ChildProcess): Child {
  const lines: string[] = []
  const errors: string[] = []
  const output = createInterface({ input: child.stdout as Readable }).on('line', (line) => lines.push(line))
  createInterface({ input: child.stderr as Readable }).on('line', (line) => errors.push(line))
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  const when = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = find()
        if (found === undefined) return false
        output.off('line', check)
        resolve(found)
        return true
      }
      if (check()) return
      output.on('line', check)
      ended.then((code) => reject(new Error(`It ended with ${code}:\n${errors.join('\n')}`)), reject)
    })
  return {
    process: child,
    lines,
    errors,
    said: (count) => when(() => lines.length >= count || undefined).then(() => {}),
    saying: (pattern) => when(() => lines.find((line) => pattern.test(line))),
    ended,
  }
}
