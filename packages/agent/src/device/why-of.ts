import type { Problem } from '../engine/state/status.ts'

const MAX_REASON = 1000

/** What would help, and what the service or the disk said. */
export const whyOf = ({ help, detail }: Problem): string =>
  (detail === null ? help : `${help} (${detail})`).slice(0, MAX_REASON)
