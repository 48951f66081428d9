import path from 'node:path'
import type { TestsStream } from 'node:test'

const SHOWN = 10

/** Notes how long each file of tests takes, so that a slow suite tells where its time goes. */
export class Slowest {
  readonly #files: { file: string; ms: number }[] = []

  constructor(results: TestsStream, root: string) {
    results.on('test:complete', ({ name, file, nesting, details }) => {
      // Beside its groups each file is reported as a whole, under its own path.
      if (nesting === 0 && name === file)
        this.#files.push({ file: path.relative(root, file), ms: details.duration_ms })
    })
  }

  report(): string {
    const slowest = this.#files.sort((a, b) => b.ms - a.ms).slice(0, SHOWN)
    const lines = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
    return ['Slowest:', ...lines].join('\n')
  }
}
