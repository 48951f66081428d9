import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestsStream } from 'node:test'
import { END_OF_FILE } from './take-files.ts'

const SHOWN = 10
const TICKS_PER_SECOND = 100

/** Notes how long each file of tests takes, so that a slow suite tells where its time goes. */
export class Slowest {
  readonly #files = new Map<string, number>()

  constructor(results: TestsStream, root: string) {
    results.on('test:complete', ({ name, file, nesting, details }) => {
      // Each process is reported too, under the name of what it runs.
      if (nesting > 0 || file === undefined || name === file || name === END_OF_FILE) return
      const known = path.relative(root, file)
      this.#files.set(known, (this.#files.get(known) ?? 0) + details.duration_ms)
    })
  }

  report(): string {
    const slowest = [...this.#files].sort(([, a], [, b]) => b - a).slice(0, SHOWN)
    const lines = slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
    return ['Slowest:', ...lines].join('\n')
  }
}

/** Seconds that this process and those it has seen end have used: what a suite costs, however busy the machine is. */
export function cpuSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = afterName.slice(11, 15).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND
}
