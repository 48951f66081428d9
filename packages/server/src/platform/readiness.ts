import { blobKey } from './basics/blob-key.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { answers } from './db/answers.ts'
import type { Database } from './db/database.ts'

type State = 'ok' | 'not answering'

/** Many may ask, each second: all of them together ask once in this time. */
const FRESH_MS = 1000
const PATIENCE_MS = 2000
/** Well formed, and nobody's. */
const NO_BLOB = blobKey('0'.repeat(32))

interface ReadyState {
  ready: boolean
  database: State
  blobs: State
  stopping: boolean
  /** What somebody has to do about it. */
  reason?: string
}

/** Whether this process can do its work, for those who send it some. */
export class Readiness {
  stopping = false
  /** Why this process must not write any more. */
  outdated: string | undefined
  readonly #database: Asked
  readonly #blobs: Asked

  constructor(db: Database, blobs: BlobStore) {
    this.#database = new Asked(() => answers(db.read))
    this.#blobs = new Asked(() => blobs.putAt(NO_BLOB))
  }

  /** Lists, small files and sign-ins go on without the blobs: their state is reported, and nobody waits for it. */
  async look(): Promise<ReadyState> {
    const blobs = this.#blobs.newest
    const database = await this.#database.state()
    const { stopping, outdated } = this
    const ready = database === 'ok' && !stopping && outdated === undefined
    return { ready, database, blobs, stopping, ...(outdated !== undefined && { reason: outdated }) }
  }
}

/** Something that is asked whether it is there; what it said counts for a moment. */
class Asked {
  readonly #ask: () => Promise<unknown>
  #newest: State = 'ok'
  #asking: Promise<State> | undefined

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask
  }

  state(): Promise<State> {
    this.#asking ??= this.#look()
    return this.#asking
  }

  /** What it said last; asks again for the next time. */
  get newest(): State {
    void this.state()
    return this.#newest
  }

  async #look(): Promise<State> {
    const late = Promise.withResolvers<State>()
    const patience = setTimeout(() => late.resolve('not answering'), PATIENCE_MS)
    const said = this.#ask().then(
      (): State => 'ok',
      (): State => 'not answering',
    )
    this.#newest = await Promise.race([said, late.promise])
    clearTimeout(patience)
    setTimeout(() => {
      this.#asking = undefined
    }, FRESH_MS).unref()
    return this.#newest
  }
}
