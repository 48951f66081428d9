import type { Instant } from '@holdfast/api/time'
import { ContentPurgedError } from '../../../platform/content/read-content.ts'
import type { Spool } from './spool.ts'
import type { ZipEntry } from './zip-writer.ts'

const EXPLANATION = Buffer.from(
  'These files were permanently deleted while this zip was being created. They are not in it:\n\n',
)
const nameOf = (n: number): string => (n === 1 ? 'NOT INCLUDED.txt' : `NOT INCLUDED (${n}).txt`)

/** What was purged while a zip was being made: listed at its end, under a name that nothing else in it has. */
export class LeftOut {
  readonly #paths: Spool
  readonly #taken = new Set<string>()
  #size = 0

  constructor(paths: Spool) {
    this.#paths = paths
  }

  /** Of everything that the zip is to hold. */
  see(path: string): void {
    if (/^not included[^/]*\.txt$/i.test(path)) this.#taken.add(path.toLowerCase())
  }

  /** Throws on what is no purge: a zip that lacks something for any other reason must not look whole. */
  async add(path: string, error: unknown): Promise<void> {
    if (!(error instanceof ContentPurgedError)) throw error
    const line = Buffer.from(`${path}\n`)
    this.#size += line.length
    await this.#paths.append(line)
  }

  entry(modified: Instant): ZipEntry | undefined {
    if (this.#size === 0) return undefined
    let n = 1
    while (this.#taken.has(nameOf(n).toLowerCase())) n++
    return { path: nameOf(n), modified, size: EXPLANATION.length + this.#size, content: this.#text() }
  }

  async *#text(): AsyncGenerator<Buffer> {
    yield EXPLANATION
    yield* this.#paths.read()
  }
}
