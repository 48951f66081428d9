import { type Health, readHealth } from '../machines/health.ts'
import { type RootReport, readRootReports } from '../roots/note-roots.ts'

/** What a device tells of its own accord. */
export interface Report {
  t: 'report'
  roots: RootReport[]
  health?: Health
}

/** Undefined for what no agent would send; members that are not known are passed over. */
export function readReport(frame: Record<string, unknown>): Report | undefined {
  const roots = readRootReports(frame)
  if (!roots) return undefined
  if (frame.health === undefined) return { t: 'report', roots }
  if (typeof frame.health !== 'object' || frame.health === null || Array.isArray(frame.health))
    return undefined
  const health = readHealth(frame.health as Record<string, unknown>)
  return health && { t: 'report', roots, health }
}
