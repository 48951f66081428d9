import type { Hear, Topic, Tx } from './database.ts'
import { Slot } from './slots.ts'

const ANNOUNCED = new Slot<Set<Topic>>({
  begin: () => new Set(),
  join: (around, own) => {
    for (const topic of own) around.add(topic)
  },
})

/** Those who listen hear of it once the transaction is durable; nobody does if it comes to nothing. */
export function announce(tx: Tx, topic: Topic): void {
  ANNOUNCED.of(tx).add(topic)
}

export const newsOf = (tx: Tx): ReadonlySet<Topic> => ANNOUNCED.of(tx)

/** Those in this process who listen. */
export class Listeners {
  readonly #hearing = new Set<Hear>()

  add(hear: Hear): () => void {
    // Wrapped, so that a listener that is added twice is called twice and stops once.
    const own: Hear = (topics) => hear(topics)
    this.#hearing.add(own)
    return () => this.#hearing.delete(own)
  }

  tell(topics: readonly Topic[] | 'anything'): void {
    if (topics.length > 0) for (const hear of this.#hearing) hear(topics)
  }
}
