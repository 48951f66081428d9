import { createHash } from 'node:crypto'

/** Maps and sets say nothing in JSON, so what was written down is spelled out. */
const spelledOut = (_: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value

/** A hash of all that happened in a run: two runs have the same one only if they went the same way, step by step. */
export class Fingerprint {
  readonly #hash = createHash('sha256')

  readonly note = (...what: unknown[]): void => {
    this.#hash.update(`${JSON.stringify(what, spelledOut)}\n`)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}
