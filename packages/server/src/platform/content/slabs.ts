import { Gate } from '../limits/gate.ts'
import { type Pace, whoMakesWay } from './who-makes-way.ts'

const SLAB_SIZE = 512 * 1024
/** The longest chunk is on nine slabs, and one more is being filled; mostly that leaves six for writing. */
const SLABS_PER_STREAM = 11
/** Streams that hold memory, 66 MiB all together at most. Further ones wait, and then those here make way. */
const STREAMS_AT_ONCE = 12
const STREAMS_OF_ONE_SENDER = 8
/** While some wait: who brings less than this between two looks makes way, and everybody after so many looks. */
const LOOK_EVERY_MS = 100
const FAST_ENOUGH = 256 * 1024
const LONGEST_LOOKS = 20
/** Chunks that are read back from files, each of up to eight slabs. */
const RESTORING_AT_ONCE = 2
/** What a burst of uploads took beyond this is given back when it is over. */
const IDLE_SLABS = 32

/** A piece of memory that the cutter thread reads while this one writes it to the store. */
export class Slab {
  readonly memory = new SharedArrayBuffer(SLAB_SIZE)
  readonly bytes = Buffer.from(this.memory)
  #users = 1
  #free: () => void = () => {}

  /**
   * Copies what fits behind its first `length` bytes; gives how many. Node copies a whole Buffer as V8 does a typed array,
   * and that into shared memory byte by byte; part of a Buffer it moves at once. So the first byte goes by itself.
   */
  append(length: number, source: Buffer, from: number): number {
    this.bytes[length] = source[from] as number
    return 1 + source.copy(this.bytes, length + 1, from + 1)
  }

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

/**
 * Bounds the memory of all uploads: so many at once hold some, so many slabs each. A sender sets the pace of its
 * stream, so one that is slow must not keep what others wait for: it is asked to make way, and enters again with its
 * next bytes. Each that has entered can have all the slabs that a chunk needs, so none waits for another to go on.
 * Many streams of one sender crowd each other out and nobody else: who has more places than the one who waits makes way.
 */
export class SlabPool {
  readonly restoring = new Gate(RESTORING_AT_ONCE)
  readonly #idle: Slab[] = []
  readonly #streams = new Set<SlabBudget>()
  readonly #held = new Map<string, number>()
  readonly #line = new Set<Waiting>()
  #looking: NodeJS.Timeout | undefined

  /** `makeWay` is called when others wait; the stream that hears it gives back its slabs and leaves, unless it ends anyway. */
  async enter(sender: string, makeWay: () => void): Promise<SlabBudget> {
    if (!this.#hasPlaceFor(sender)) {
      this.#looking ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
      return new Promise((enter) =>
        this.#line.add({ sender, enter: () => enter(this.#admit(sender, makeWay)) }),
      )
    }
    return this.#admit(sender, makeWay)
  }

  #hasPlaceFor(sender: string): boolean {
    return this.#streams.size < STREAMS_AT_ONCE && this.#heldBy(sender) < STREAMS_OF_ONE_SENDER
  }

  #heldBy(sender: string): number {
    return this.#held.get(sender) ?? 0
  }

  #admit(sender: string, makeWay: () => void): SlabBudget {
    const budget: SlabBudget = new SlabBudget(sender, this.#idle, makeWay, () => this.#leave(budget))
    this.#streams.add(budget)
    this.#held.set(sender, this.#heldBy(sender) + 1)
    return budget
  }

  #look(): void {
    if (this.#line.size === 0) {
      clearInterval(this.#looking)
      this.#looking = undefined
      return
    }
    const streams = [...this.#streams].map((stream) => ({
      stream,
      sender: stream.sender,
      pace: stream.look(),
    }))
    const line = [...this.#line].map(({ sender }) => sender)
    for (const { stream } of whoMakesWay(streams, { held: this.#held, line })) stream.makeWay()
  }

  /** Slabs that the streams still there may need are kept: dropped, they would stay around until the next collection. */
  #leave(budget: SlabBudget): void {
    this.#streams.delete(budget)
    const held = this.#heldBy(budget.sender) - 1
    if (held === 0) this.#held.delete(budget.sender)
    else this.#held.set(budget.sender, held)
    const kept = Math.max(IDLE_SLABS, this.#streams.size * SLABS_PER_STREAM)
    if (this.#idle.length > kept) this.#idle.length = kept
    this.#letIn()
  }

  /** The sender with the fewest places is next, and of those the one who waits longest. */
  #letIn(): void {
    let next: Waiting | undefined
    for (const waiting of this.#line)
      if (
        this.#hasPlaceFor(waiting.sender) &&
        (!next || this.#heldBy(waiting.sender) < this.#heldBy(next.sender))
      )
        next = waiting
    if (!next) return
    this.#line.delete(next)
    next.enter()
  }
}

interface Waiting {
  sender: string
  enter: () => void
}

export class SlabBudget {
  readonly sender: string
  readonly makeWay: () => void
  readonly #idle: Slab[]
  readonly #gate = new Gate(SLABS_PER_STREAM)
  #leave: (() => void) | undefined
  #looks = 0
  #brought = 0

  constructor(sender: string, idle: Slab[], makeWay: () => void, leave: () => void) {
    this.sender = sender
    this.#idle = idle
    this.makeWay = makeWay
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

  brought(bytes: number): void {
    this.#brought += bytes
  }

  /** Asked at each look. Who waits for a slab is held up by us and not by its sender. */
  look(): Pace {
    const slow = this.#looks > 0 && this.#brought < FAST_ENOUGH && this.#gate.waiting === 0
    this.#looks++
    this.#brought = 0
    if (slow) return 'slow'
    return this.#looks > LONGEST_LOOKS ? 'long' : 'fine'
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
