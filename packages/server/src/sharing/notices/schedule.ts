import { MINUTE_MS } from '@holdfast/api/time'
/** Notices gather until nothing more has happened for a while, but not for ever. */
export const QUIET_MS = 2 * MINUTE_MS
export const MOST_MS = 15 * MINUTE_MS

/** Lines in one mail. */
export const MAX_LINES = 20
