import path from 'node:path'
import type { TestsStream } from 'node:test'
import type { AllowedSkip } from './allowed-skips.ts'

interface Skip {
  file: string
  name: string
}

const isSame = (a: Skip, b: Skip): boolean => a.file === b.file && a.name === b.name

/** Counts the tests and groups of tests that are left out, and compares them with those that may be. */
export class Skips {
  readonly #found: Skip[] = []
  readonly #allowed: readonly AllowedSkip[]

  constructor(results: Pick<TestsStream, 'on'>, root: string, allowed: readonly AllowedSkip[]) {
    this.#allowed = allowed
    results.on('test:pass', ({ name, file = '', skip }) => {
      // An empty reason is one too.
      if (skip !== undefined && skip !== false) this.#found.push({ file: path.relative(root, file), name })
    })
  }

  /** What is wrong with them, a line each. `whole` is a run of all tests as `npm test` has them. */
  faults(whole: boolean): string[] {
    const unknown = this.#found.filter((skip) => !this.#allowed.some((one) => isSame(one, skip)))
    const gone = this.#allowed.filter(
      (one) => whole && one.always && !this.#found.some((skip) => isSame(one, skip)),
    )
    return [
      ...unknown.map(
        ({ file, name }) => `Left out, and not on the list of those that may be: ${name} (${file})`,
      ),
      ...gone.map(
        ({ file, name }) => `On the list of those that are always left out, but was not: ${name} (${file})`,
      ),
    ]
  }

  /** How many are left out for which reason. */
  report(): string {
    const reasons = this.#found.map(
      (skip) => this.#allowed.find((one) => isSame(one, skip))?.why ?? 'not allowed',
    )
    const lines = [...new Set(reasons)].map(
      (why) => `${String(reasons.filter((one) => one === why).length).padStart(7)}  ${why}`,
    )
    return ['Left out:', ...(lines.length > 0 ? lines : ['      0'])].join('\n')
  }
}
