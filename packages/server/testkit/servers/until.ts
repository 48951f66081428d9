import { setTimeout as delay } from 'node:timers/promises'

/** Far longer than anything takes: a test that waits in vain is to fail, not to hold up all others. */
const PATIENCE_MS = (process.env.TESTKIT_SOAK === undefined ? 2 : 20) * 60_000

/** Waits for what comes about by itself. */
export async function until(condition: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  await poll(async () => (await condition()) || undefined, everyMs, condition)
}

/** As `until`, and gives what was found in the end. */
export function untilFound<T>(look: () => Promise<T | undefined>, everyMs = 20): Promise<T> {
  return poll(look, everyMs, look)
}

async function poll<T>(look: () => Promise<T | undefined>, everyMs: number, awaited: unknown): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`It never came to: ${awaited}`)
    await delay(everyMs)
  }
}
