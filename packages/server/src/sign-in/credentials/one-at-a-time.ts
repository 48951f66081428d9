const queues = new WeakMap<object, Map<unknown, Promise<unknown>>>()

/** Runs `work` once all that came earlier under the same key has ended, well or not. */
export function oneAtATime<T>(scope: object, key: unknown, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(scope) ?? new Map<unknown, Promise<unknown>>()
  queues.set(scope, queue)
  const turn = (queue.get(key) ?? Promise.resolve()).then(work, work)
  queue.set(key, turn)
  const leave = () => {
    if (queue.get(key) === turn) queue.delete(key)
  }
  turn.then(leave, leave)
  return turn
}
