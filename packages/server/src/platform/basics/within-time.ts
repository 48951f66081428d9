/** Waits for something no longer than that; true if it came to its end, well or not. What it goes on to do is its own affair. */
export async function withinTime(ms: number, work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const ended = work.then(
    () => true,
    () => true,
  )
  return Promise.race([ended, late.promise]).finally(() => clearTimeout(timer))
}
