import type { Hear, Topic, Tx } from './database.ts'

const announced = new WeakMap<Tx, Set<Topic>>()
const NOTHING: ReadonlySet<Topic> = new Set()

/** Those who listen hear of it once the transaction is durable; nobody does if it comes to nothing. */
export function announce(tx: Tx, topic: Topic): void {
  const topics = announced.get(tx)
  if (topics) topics.add(topic)
  else announced.set(tx, new Set([topic]))
}

export const newsOf = (tx: Tx): ReadonlySet<Topic> => announced.get(tx) ?? NOTHING

/** Those in this process who listen. */
export class Listeners {
  readonly #hearing = new Set<Hear>()

  add(hear: Hear): () => void {
    // Wrapped, so that whoever listens twice is told twice and stops once.
    const own: Hear = (topics) => hear(topics)
    this.#hearing.add(own)
    return () => this.#hearing.delete(own)
  }

  tell(topics: readonly Topic[] | 'anything'): void {
    if (topics.length > 0) for (const hear of this.#hearing) hear(topics)
  }
}
