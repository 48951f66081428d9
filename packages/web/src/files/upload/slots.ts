import { SLOTS } from '../../core/upload/machine-course.ts'

type Release = () => void
const NAMES = Array.from({ length: SLOTS }, (_, n) => `holdfast-upload-${n + 1}`)

/** Where a browser has no locks (pages without HTTPS), each tab counts for itself. */
const alone = { free: SLOTS, waiting: [] as (() => void)[] }

/** Gives one of the slots that all tabs of this browser share, as soon as one is free. */
export function takeSlot(): Promise<Release> {
  return navigator.locks ? takeShared(navigator.locks) : takeAlone()
}

/** Waits for all of them at once: the first to be free is kept, the others are let go. */
function takeShared(locks: LockManager): Promise<Release> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    for (const name of NAMES)
      locks
        .request(name, { signal: stop.signal }, () => {
          if (stop.signal.aborted) return
          stop.abort()
          return new Promise<void>((release) => resolve(release))
        })
        .catch(() => {})
  })
}

async function takeAlone(): Promise<Release> {
  if (alone.free > 0) alone.free--
  else await new Promise<void>((resume) => alone.waiting.push(resume))
  return () => {
    const next = alone.waiting.shift()
    if (next) next()
    else alone.free++
  }
}
