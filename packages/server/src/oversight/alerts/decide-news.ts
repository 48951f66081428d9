import { DAY_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Fact, KeptFact } from './facts.ts'

/** What a rule has told of. */
export interface Firing {
  subject: string
  told_at: Instant
  ended_at: Instant | null
  fact: KeptFact
}

export interface Decision {
  fired: Fact[]
  over: Firing[]
  forgotten: Firing[]
}

/** For so long it is told when a link is public no more. */
export const LINKS_FOLLOWED_MS = 30 * DAY_MS

/**
 * What a rule tells now, given what it is about and what it has told. Each once, and once that it is over; the same again only
 * after the quiet time.
 */
export function decide(
  facts: readonly Fact[],
  firings: readonly Firing[],
  quietMinutes: number,
  now: Instant,
): Decision {
  const known = new Map(firings.map((firing) => [firing.subject, firing]))
  const standing = new Set(facts.map(({ subject }) => subject))
  const isQuiet = ({ told_at }: Firing) => now < told_at + quietMinutes * MINUTE_MS
  const isFollowed = ({ fact: { kind, at } }: Firing) =>
    kind !== 'public_link' || (at ?? 0) > now - LINKS_FOLLOWED_MS
  const gone = firings.filter(({ subject }) => !standing.has(subject))
  return {
    fired: facts.filter(({ subject }) => {
      const firing = known.get(subject)
      return !firing || (firing.ended_at !== null && !isQuiet(firing))
    }),
    over: gone.filter((firing) => firing.ended_at === null && isFollowed(firing)),
    forgotten: gone.filter((firing) => (firing.ended_at === null ? !isFollowed(firing) : !isQuiet(firing))),
  }
}
