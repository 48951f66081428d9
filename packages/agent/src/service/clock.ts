import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { WallClock } from '../core/throttle.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'

export const CLOCK: Clock = {
  now: () => Date.now(),
  pause: (milliseconds, sooner) =>
    wait(milliseconds, undefined, { signal: sooner, ref: true }).catch(() => undefined),
}

export const RANDOM: Random = { below: (limit) => (limit <= 1 ? 0 : randomInt(Math.floor(limit))) }

/** As the clock on the wall of this computer shows it. */
export function wallClock(): WallClock {
  const now = new Date(CLOCK.now())
  return { dayOfWeek: (now.getDay() + 6) % 7, minuteOfDay: now.getHours() * 60 + now.getMinutes() }
}
