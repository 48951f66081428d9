import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { type Item, identityOf } from './identity.ts'

const EVERY_MS = 1000
/** One that takes longer is broken off, and none is taken for a while: this machine has too many handles. */
const DEAREST_MS = 10
const TOO_DEAR_MS = 10 * MINUTE_MS
/** What the clock is looked at for. */
const GLANCES = 32
const READ_ONLY = 0
const ACCESS_MODE = 3
/** Handles whose files are in no folder of anybody's. */
const ELSEWHERE = /^(?!\/)|^\/(dev|proc|sys|memfd:)/

/**
 * Which files programs have open to write, as Linux tells of those that run as the same user. A look at all of them is
 * cheap where there are few, and is taken once a second at most.
 */
export class WriteHandles {
  readonly #now: () => Instant
  readonly #proc: string
  readonly #dearestMs: number
  #open: ReadonlySet<string> = new Set()
  #lookedAt = Number.NEGATIVE_INFINITY
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(now: () => Instant, { proc = '/proc', dearestMs = DEAREST_MS } = {}) {
    this.#now = now
    this.#proc = proc
    this.#dearestMs = dearestMs
  }

  /**
   * Whether someone has a file open to write that has looked the way it does since then. `unknown` where that cannot be known,
   * `later` where it will be known soon.
   */
  find(file: Item, since: Instant): 'open' | 'closed' | 'unknown' | 'later' {
    const now = this.#now()
    if (now >= this.#nextAt) this.#look(now)
    if (this.#lookedAt === Number.NEGATIVE_INFINITY) return 'unknown'
    if (this.#open.has(identityOf(file))) return 'open'
    // Anyone who wrote to it before the look had closed it by then; anyone who did so after has given it another stamp.
    return this.#lookedAt >= since ? 'closed' : 'later'
  }

  #look(now: Instant): void {
    const open = this.#listOpen()
    this.#open = open ?? new Set()
    this.#lookedAt = open ? now : Number.NEGATIVE_INFINITY
    this.#nextAt = now + (open ? EVERY_MS : TOO_DEAR_MS)
  }

  /** Undefined where that takes too long, or there is no such list. */
  #listOpen(): Set<string> | undefined {
    const began = process.threadCpuUsage()
    const isTooDear = () => {
      const { user, system } = process.threadCpuUsage(began)
      return user + system > this.#dearestMs * 1000
    }
    const found = new Set<string>()
    let seen = 0
    const processes = namesIn(this.#proc).filter((name) => /^\d+$/.test(name))
    if (processes.length === 0) return undefined
    for (const pid of processes) {
      if (pid === String(process.pid)) continue
      for (const handle of namesIn(`${this.#proc}/${pid}/fd`)) {
        if (seen++ % GLANCES === 0 && isTooDear()) return undefined
        const identity = this.#findWritten(pid, handle)
        if (identity !== undefined) found.add(identity)
      }
    }
    return isTooDear() ? undefined : found
  }

  #findWritten(pid: string, handle: string): string | undefined {
    const file = `${this.#proc}/${pid}/fd/${handle}`
    try {
      if (ELSEWHERE.test(readlinkSync(file))) return undefined
      const flags = /^flags:\s*(\d+)/m.exec(
        readFileSync(`${this.#proc}/${pid}/fdinfo/${handle}`, 'latin1'),
      )?.[1]
      if (flags === undefined || (Number.parseInt(flags, 8) & ACCESS_MODE) === READ_ONLY) return undefined
      const item = statSync(file)
      return item.isFile() ? identityOf(item) : undefined
    } catch {
      // It was closed meanwhile, or is not for us to see.
      return undefined
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
