const SLAB_SIZE = 512 * 1024
/** The longest chunk lies on nine slabs, and one more is being filled; mostly that leaves six for writing. */
const SLABS_PER_STREAM = 11
/** Further large uploads wait. All together hold 66 MiB at most; a slow one holds a fifth of its share. */
const STREAMS_AT_ONCE = 12
/** What a burst of uploads took beyond this is given back when it is over. */
const IDLE_SLABS = 32

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
  #streams = 0

  async enter(): Promise<SlabBudget> {
    await this.#entry.pass()
    this.#streams++
    return new SlabBudget(this.#idle, () => this.#leave())
  }

  /** Slabs that the streams still there may need are kept: dropped, they would lie about until the next collection. */
  #leave(): void {
    this.#entry.leave()
    this.#streams--
    const kept = Math.max(IDLE_SLABS, this.#streams * SLABS_PER_STREAM)
    if (this.#idle.length > kept) this.#idle.length = kept
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

  /** A slab, unless the stream holds its share already. */
  tryTake(): Slab | undefined {
    return this.#gate.tryPass() ? this.#lend() : undefined
  }

  async take(): Promise<Slab> {
    await this.#gate.pass()
    return this.#lend()
  }

  #lend(): Slab {
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

  tryPass(): boolean {
    if (this.#free === 0) return false
    this.#free--
    return true
  }

  pass(): Promise<void> | undefined {
    return this.tryPass() ? undefined : new Promise((resume) => this.#line.push(resume))
  }

  leave(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#free++
  }
}
