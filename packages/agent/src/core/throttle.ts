import type { Throttle } from '@holdfast/api/devices/agent-channel'
import type { Instant } from '@holdfast/api/time'

/** A moment as the clock on the wall of the device shows it. */
export interface WallClock {
  /** 0 is Monday. */
  readonly dayOfWeek: number
  readonly minuteOfDay: number
}

const KB = 1024
const DAYS = 7

/** How many bytes a second may go in each direction; undefined for any number. Of several limits the lowest counts. */
export function bytesPerSecond(limits: readonly Throttle[], at: WallClock): number | undefined {
  const rates = limits.flatMap((limit) => rateOf(limit, at) || [])
  return rates.length === 0 ? undefined : Math.min(...rates) * KB
}

function rateOf(limit: Throttle, at: WallClock): number | null {
  if (!limit.throttled) return null
  return isException(limit, at) ? limit.throttle_exception_throttle : limit.bandwidth_throttle
}

/** A time that ends no later than it begins goes on past midnight, and belongs to the day on which it begins. */
function isException(limit: Throttle, { dayOfWeek, minuteOfDay }: WallClock): boolean {
  const start = minutesOf(limit.throttle_exception_start)
  const end = minutesOf(limit.throttle_exception_end)
  if (start === undefined || end === undefined) return false
  const days = limit.throttle_exception_dow
  const isOn = (day: number) => days.length === 0 || days.includes((day + DAYS) % DAYS)
  if (start < end) return isOn(dayOfWeek) && minuteOfDay >= start && minuteOfDay < end
  return minuteOfDay >= start ? isOn(dayOfWeek) : minuteOfDay < end && isOn(dayOfWeek - 1)
}

function minutesOf(time: string | null): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time ?? '') ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** What is not used can be saved up for this long. */
const BURST_MS = 100

/** Counts bytes against a rate that may be another one at any time. */
export class Bucket {
  /** Below zero after more was used than there was: that has to come in again first. */
  #level = 0
  #at: Instant = 0

  /** How many milliseconds to wait before anything more is used; look again then, or sooner. */
  waitFor(rate: number | undefined, now: Instant): number {
    const passed = Math.max(0, now - this.#at)
    this.#at = now
    if (rate === undefined) this.#level = 0
    else this.#level = Math.min(this.#level + (rate * passed) / 1000, (rate * BURST_MS) / 1000)
    return rate === undefined || this.#level >= 0 ? 0 : Math.ceil((-this.#level / rate) * 1000)
  }

  use(bytes: number): void {
    this.#level -= bytes
  }
}
