const SLAB_SIZE = 1024 * 1024
/** Enough for the longest chunk (five slabs), one being filled and a few being written. */
const SLABS_PER_STREAM = 10
/** Further large uploads wait; together they hold no more than 60 MiB. */
const STREAMS_AT_ONCE = 6

/** A piece of memory that the cutter thread reads while this one writes it to the store. */
export class Slab {
  readonly memory = new SharedArrayBuffer(SLAB_SIZE)
  readonly bytes = Buffer.from(this.memory)
  #users = 1
  #free: () => void = () => {}

  retain(): this {
    this.#users++
    return this
  }

  release(): void {
    if (--this.#users === 0) this.#free()
  }

  lend(free: () => void): this {
    this.#users = 1
    this.#free = free
    return this
  }
}

/** Bounds the memory of all uploads: so many at once, so many slabs each. */
export class SlabPool {
  readonly #idle: Slab[] = []
  readonly #entry = new Gate(STREAMS_AT_ONCE)

  async enter(): Promise<SlabBudget> {
    await this.#entry.pass()
    return new SlabBudget(this.#idle, () => this.#entry.leave())
  }
}

export class SlabBudget {
  readonly #idle: Slab[]
  readonly #gate = new Gate(SLABS_PER_STREAM)
  #leave: (() => void) | undefined

  constructor(idle: Slab[], leave: () => void) {
    this.#idle = idle
    this.#leave = leave
  }

  async take(): Promise<Slab> {
    await this.#gate.pass()
    const slab = this.#idle.pop() ?? new Slab()
    return slab.lend(() => {
      this.#idle.push(slab)
      this.#gate.leave()
    })
  }

  /** May be called twice: by the one who finishes and by the one who cleans up. */
  leave(): void {
    this.#leave?.()
    this.#leave = undefined
  }
}

/** Lets so many through; the others wait in line. */
class Gate {
  #free: number
  readonly #line: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  pass(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free--
      return undefined
    }
    return new Promise((resume) => this.#line.push(resume))
  }

  leave(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#free++
  }
}
