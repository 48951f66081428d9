/** Does pieces of work one after the other, in the order in which they are given. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve()
  #size = 0

  /** How many pieces wait or are under way. */
  get size(): number {
    return this.#size
  }

  /**
   * Does `work` once all that was given before has ended, well or not, and gives what comes of it. An error goes to the one who waits
   * for this promise, and to nobody else.
   */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    this.#size++
    const done = this.#last.then(work)
    const end = () => {
      this.#size--
    }
    this.#last = done.then(end, end)
    return done
  }

  /** Returns when all that was given until now has ended, well or not. */
  async idle(): Promise<void> {
    await this.#last
  }
}

/** The same for each of many keys: work on one does not wait for work on another. Nothing is kept of a key without work. */
export class OneByOneFor<Key> {
  readonly #queues = new Map<Key, OneByOne>()

  get size(): number {
    return this.#queues.size
  }

  async run<T>(key: Key, work: () => T | Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? new OneByOne()
    this.#queues.set(key, queue)
    try {
      return await queue.run(work)
    } finally {
      if (queue.size === 0 && this.#queues.get(key) === queue) this.#queues.delete(key)
    }
  }
}
