import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { median } from './table.ts'

/** A phone of the middle class beside a computer of today. */
const TIMES_SLOWER = 4
/** What comes after the first view, such as the bell and the worker, has begun by then. */
const LATER_MS = 4000

interface Seen {
  /** When the largest part of the page was painted, in ms. */
  painted: number
  /** How much moved by itself. */
  shifted: number
  /** The longest time in which the page answered nothing, in ms. */
  longest: number
}

/** Runs in the page before anything of it: notes what a browser tells of a first view. */
const WATCHED = `
  window.seen = { painted: 0, shifted: 0, longest: 0 }
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => { seen.painted = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shifted += value })
  watch('longtask', ({ duration }) => { seen.longest = Math.max(seen.longest, duration) })`

type Visit = (address: string, prepare: (page: Page) => Promise<void>) => Promise<{ page: Page }>

/** The first view on a computer that is four times slower than this one, in a browser that has never been here. */
export async function slowFirstView(visit: Visit, address: string, rounds: number): Promise<string[][]> {
  console.error('… first view on a slow computer')
  const all: Seen[] = []
  for (let n = 0; n < rounds; n++) {
    const { page } = await visit(address, async (fresh) => {
      await fresh.addInitScript(WATCHED)
      const session = await fresh.context().newCDPSession(fresh)
      await session.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })
    })
    await page.locator('[data-item]').first().waitFor()
    await delay(LATER_MS)
    all.push((await page.evaluate('window.seen')) as Seen)
    await page.context().close()
  }
  const of = (name: keyof Seen) => median(all.map((seen) => seen[name]))
  const slow = `${TIMES_SLOWER} times slower CPU`
  return [
    [`${slow}: largest paint (LCP), s`, '≤ 1.5', (of('painted') / 1000).toFixed(2)],
    [`${slow}: layout shift (CLS)`, '< 0.02', of('shifted').toFixed(3)],
    [`${slow}: longest task, ms`, '≤ 200', of('longest').toFixed(0)],
  ]
}
