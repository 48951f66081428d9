/** Milliseconds since 1970, UTC. The service keeps these; only the wire sees text. */
export type Instant = number

/** `YYYY-MM-DDTHH:MM:SS`, the only date/time form on the wire. */
export const formatUtc = (at: Instant): string => new Date(at).toISOString().slice(0, 19)
/** `YYYY-MM-DD`. */
export const formatDate = (at: Instant): string => new Date(at).toISOString().slice(0, 10)

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/** Gives undefined for what is not a real day in exactly this form, such as `2026-02-30`. */
export function parseDate(text: string): Instant | undefined {
  return DATE.test(text) ? exactly(text, Date.parse(`${text}T00:00:00Z`), formatDate) : undefined
}

/** Gives undefined for what is not a real moment in exactly this form. */
export function parseUtc(text: string): Instant | undefined {
  return DATE_TIME.test(text) ? exactly(text, Date.parse(`${text}Z`), formatUtc) : undefined
}

// Date.parse rolls 30 February over to March; a value must read back as it was written.
function exactly(text: string, at: number, format: (at: Instant) => string): Instant | undefined {
  return Number.isNaN(at) || format(at) !== text ? undefined : at
}
