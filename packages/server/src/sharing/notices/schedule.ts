/** Notices gather until nothing more has happened for a while, but not for ever. */
export const QUIET_MS = 2 * 60_000
export const MOST_MS = 15 * 60_000

/** Lines in one mail. */
export const MAX_LINES = 20
