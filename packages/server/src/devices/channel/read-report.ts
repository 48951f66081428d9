import { type Health, readHealth } from '../machines/health.ts'

/** What a device tells of its own accord. Undefined for what no agent would send; members that are not known are passed over. */
export interface Report {
  t: 'report'
  health?: Health
}

export function readReport(frame: Record<string, unknown>): Report | undefined {
  if (frame.health === undefined) return { t: 'report' }
  if (typeof frame.health !== 'object' || frame.health === null) return undefined
  const health = readHealth(frame.health as Record<string, unknown>)
  return health && { t: 'report', health }
}
