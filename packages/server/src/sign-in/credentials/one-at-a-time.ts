import { OneByOneFor } from '@holdfast/api/one-by-one'

const queues = new WeakMap<object, OneByOneFor<unknown>>()

/** Runs `work` once all that came earlier under the same key has ended, well or not. */
export function oneAtATime<T>(scope: object, key: unknown, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(scope) ?? new OneByOneFor()
  queues.set(scope, queue)
  return queue.run(key, work)
}
