import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const COLLECT_EVERY = 4 * 1024 * 1024
let received = 0

/**
 * Each 16 KiB that arrive have memory of their own, which V8 frees with the small object that stands for it. It
 * collects such objects by their own size, so hardly ever, and then searches all of the heap because of what they
 * hold: a quarter of all that a large upload cost. Collecting the youngest in time costs next to nothing.
 */
export function countReceived(bytes: number): void {
  received += bytes
  if (received < COLLECT_EVERY) return
  received = 0
  collectYoungest({ type: 'minor' })
}

setFlagsFromString('--expose-gc')
const collectYoungest = runInNewContext('gc') as (options: { type: 'minor' }) => void
