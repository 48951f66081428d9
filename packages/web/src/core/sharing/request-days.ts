import { formatUtc } from '@holdfast/api/time'

/** Minutes by which clocks are ahead of UTC at some time. */
type Offset = (at: number) => number

/** A deadline is the end of a day where it was chosen, as the wire has it: in UTC. */
export function deadlineOf(day: string, offset: Offset): string {
  const end = Date.parse(`${day}T23:59:00Z`)
  return formatUtc(end - offset(end) * 60_000)
}

/** The day that clocks show at a deadline. */
export function dayOf(deadline: string, offset: Offset): string {
  const at = Date.parse(`${deadline}Z`)
  return formatUtc(at + offset(at) * 60_000).slice(0, 10)
}
