import type { Topic } from '../db/database.ts'

/** All topics of a kind. */
type KindOfTopic = `${Topic extends `${infer Kind}${number}` ? Kind : never}*`
type Followed = Topic | KindOfTopic

/** Wakes those in this process who wait for news, and costs nothing while there are none. */
export class Hub {
  readonly #watches = new Set<Watch>()
  readonly #byTopic = new Map<Followed, Set<Watch>>()
  #closed = false

  /** How many wait. */
  get size(): number {
    return this.#watches.size
  }

  /** What news there is, from whichever process; `anything` when some may have been lost. */
  hear(topics: readonly Topic[] | 'anything'): void {
    if (topics === 'anything') for (const watch of this.#watches) watch.wake('anything')
    else
      for (const topic of topics)
        for (const followed of [topic, `${topic[0]}*` as KindOfTopic])
          for (const watch of this.#byTopic.get(followed) ?? []) watch.wake(topic)
  }

  /** Must be disposed of. */
  watch(topics: Iterable<Followed> = []): Watch {
    const watch = new Watch(this.#byTopic, () => this.#watches.delete(watch))
    this.#watches.add(watch)
    watch.follow(topics)
    if (this.#closed) watch.end()
    return watch
  }

  /** Ends all waiting, for good. */
  close(): void {
    this.#closed = true
    for (const watch of this.#watches) watch.end()
  }
}

/** One who waits, and what for. News that come between two waits are kept. */
export class Watch implements Disposable {
  readonly #byTopic: Map<Followed, Set<Watch>>
  readonly #onDispose: () => void
  #topics: ReadonlySet<Followed> = new Set()
  #heard = new Set<Topic | 'anything'>()
  #ended = false
  #resume: () => void = () => {}

  constructor(byTopic: Map<Followed, Set<Watch>>, onDispose: () => void) {
    this.#byTopic = byTopic
    this.#onDispose = onDispose
  }

  /** Nothing more will come of waiting. */
  get ended(): boolean {
    return this.#ended
  }

  /** Waits for these from now on. True if there is one among them that it has not waited for before. */
  follow(wanted: Iterable<Followed>): boolean {
    const topics = new Set(wanted)
    const added = [...topics].filter((topic) => !this.#topics.has(topic))
    for (const topic of this.#topics) if (!topics.has(topic)) this.#leave(topic)
    for (const topic of added) {
      const others = this.#byTopic.get(topic)
      if (others) others.add(this)
      else this.#byTopic.set(topic, new Set([this]))
    }
    this.#topics = topics
    return added.length > 0
  }

  /** What there was news of since this was last asked. */
  take(): ReadonlySet<Topic | 'anything'> {
    const heard = this.#heard
    if (heard.size > 0) this.#heard = new Set()
    return heard
  }

  /** Until there is news, the time is over, or nothing more will come. */
  wait(ms: number): Promise<void> {
    if (this.#ended || this.#heard.size > 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#resume = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  wake(topic: Topic | 'anything'): void {
    this.#heard.add(topic)
    this.#resume()
  }

  end(): void {
    this.#ended = true
    this.#resume()
  }

  [Symbol.dispose](): void {
    this.follow([])
    this.#onDispose()
    this.end()
  }

  #leave(topic: Followed): void {
    const watches = this.#byTopic.get(topic)
    watches?.delete(this)
    if (watches?.size === 0) this.#byTopic.delete(topic)
  }
}
