/** How a stream came along since the last look: too slowly, well but for long now, or well. */
export type Pace = 'fine' | 'slow' | 'long'

interface Stream {
  sender: string
  pace: Pace
}

/** Who has a place, by sender, and who waits for one, from the front. */
interface Places {
  held: ReadonlyMap<string, number>
  line: readonly string[]
}

/**
 * The streams that are to make way, in the order to ask them: those of senders with the most places first. A slow one makes
 * way for senders that have no more places than its own, one that has long been there for senders that have fewer, and either for
 * another of its own sender. For each that waits, one makes way at most.
 */
export function whoMakesWay<S extends Stream>(
  streams: readonly S[],
  { held: before, line: waiting }: Places,
): S[] {
  const line = [...waiting]
  const held = new Map(before)
  const heldBy = (sender: string) => held.get(sender) ?? 0
  const asked = streams.toSorted((one, other) => heldBy(other.sender) - heldBy(one.sender))
  return asked.filter(({ sender: own, pace }) => {
    if (pace === 'fine') return false
    const fewest = Math.min(...line.map(heldBy))
    const comesNext = fewest < heldBy(own) || (fewest === heldBy(own) && pace === 'slow')
    const at = line.findIndex((sender) => (comesNext ? heldBy(sender) === fewest : sender === own))
    const [next] = at === -1 ? [] : line.splice(at, 1)
    if (next === undefined) return false
    held.set(own, heldBy(own) - 1)
    held.set(next, heldBy(next) + 1)
    return true
  })
}
