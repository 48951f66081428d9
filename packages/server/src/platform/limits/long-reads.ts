import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { busy } from '../../errors.ts'
import type { Pace } from '../basics/asking.ts'
import { Lines } from '../basics/lines.ts'
import type { MakeWay } from './make-way.ts'

/** Most requests need a tenth of this. */
const LONG_MS = 50
/**
 * All that is bounded by what it looks at stays far below it, also on a machine that is five times slower than ours. Who is
 * beyond it has found a way to make the service work that nobody has thought of.
 */
const MOST_MS = 5000
const RETRY_SECONDS = 30
/** Who asks for much in many small requests makes way as well: one that has read for so long lately, of which a part is forgotten. */
const MUCH_MS = 200
const FORGOTTEN = 0.1
const CALLERS_REMEMBERED = 1000

/** A request, as far as its reads are concerned. */
export interface Reader {
  /** Until it is known who asks, all callers from the same address. */
  address: string
  operation: string
  /** Whether it is long by its nature: it comes in steps, and is not ended. */
  mayTakeLong: boolean
  /** Whether its answer has begun, which could not be taken back. */
  isAnswering: () => boolean
}

/**
 * Long reads of one caller come one at a time, statement by statement, and make way for everybody else; those that do not end
 * are ended (ADR 0063). Only reads: a transaction holds what others wait for, so it waits for nobody.
 */
export class LongReads {
  readonly #way: MakeWay
  readonly #log: Pick<Logger, 'warn'>
  readonly #clock: () => number
  readonly #lines = new Lines()
  readonly #callers = new Map<string, { ms: number; at: number }>()

  constructor(way: MakeWay, log: Pick<Logger, 'warn'>, clock: () => number = () => performance.now()) {
    this.#way = way
    this.#log = log
    this.#clock = clock
  }

  /** For the reads of one request, which `request` is called by where others make way for it. */
  paceOf(request: object, reader: Reader): Pace {
    let used = 0
    let isLong = false
    const counted = async <T>(statement: () => Promise<T>): Promise<T> => {
      const begun = this.#clock()
      try {
        return await statement()
      } finally {
        const end = this.#clock()
        used += end - begun
        if (pace.caller !== reader.address) this.#note(pace.caller, end, end - begun)
      }
    }
    const pace: Pace = {
      caller: reader.address,
      read: (statement) => {
        if (used < LONG_MS && this.#lately(pace.caller, this.#clock()) < MUCH_MS) return counted(statement)
        if (used >= MOST_MS && !reader.mayTakeLong && !reader.isAnswering())
          this.#end(reader, pace.caller, used)
        return pace.step(() => counted(statement))
      },
      step: (work) => {
        if (!isLong) this.#way.canWait(request)
        isLong = true
        return this.#lines.during(pace.caller, 1, () => this.#way.step(pace.caller, work))
      },
    }
    return pace
  }

  /** For how long a caller has read, without what is forgotten. Many may come from one address, which has read nothing. */
  #lately(caller: string, now: number): number {
    const known = this.#callers.get(caller)
    return known ? Math.max(0, known.ms - (now - known.at) * FORGOTTEN) : 0
  }

  #note(caller: string, now: number, ms: number): void {
    const sum = this.#lately(caller, now) + ms
    this.#callers.delete(caller)
    this.#callers.set(caller, { ms: sum, at: now })
    const [oldest] = this.#callers.keys()
    if (this.#callers.size > CALLERS_REMEMBERED && oldest !== undefined) this.#callers.delete(oldest)
  }

  #end({ operation }: Reader, caller: string, ms: number): never {
    this.#log.warn({ operation, caller, ms: Math.round(ms) }, 'a request was ended, as it read for too long')
    return busy('This takes too long. Request less at a time, or try again later.', RETRY_SECONDS)
  }
}
