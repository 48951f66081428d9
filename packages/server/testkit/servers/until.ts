import { setTimeout as delay } from 'node:timers/promises'

/** Far longer than anything takes: a test that waits in vain is to fail, not to hold up all others. */
const PATIENCE_MS = 2 * 60_000

/** Waits for what comes about by itself. */
export async function until(condition: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  await untilFound(async () => (await condition()) || undefined, everyMs)
}

/** As `until`, and gives what was found in the end. */
export async function untilFound<T>(look: () => Promise<T | undefined>, everyMs = 20): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`In vain waited for: ${look}`)
    await delay(everyMs)
  }
}
