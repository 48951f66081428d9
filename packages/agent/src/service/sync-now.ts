import type { KeptRoots } from './kept-roots.ts'

const TELL_MS = 500

/** Brings all roots in step, and tells now and then that it is at it. */
export async function syncNow(roots: KeptRoots, tell: () => void): Promise<void> {
  const telling = setInterval(tell, TELL_MS)
  try {
    await Promise.all(roots.all.map(({ sync }) => sync.syncOnce()))
  } finally {
    clearInterval(telling)
  }
}
