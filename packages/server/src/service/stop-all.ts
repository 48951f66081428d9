import type { Listener } from '../http/listener/listener.ts'
import { withinTime } from '../platform/basics/within-time.ts'
import type { DeviceLink } from '../platform/context.ts'
import type { JobWorker } from '../platform/jobs/worker.ts'
import type { Hub } from '../platform/live/hub.ts'

/** Milliseconds. */
export interface StopLimits {
  /** For the requests and jobs under way. */
  work: number
  /** For closing the database and all else after them. */
  rest: number
}

export const STOP_LIMITS: StopLimits = { work: 15_000, rest: 5000 }

/** After that a process ends in whatever state it is. */
export const LONGEST_STOP_MS = STOP_LIMITS.work + STOP_LIMITS.rest + 1000

interface Running {
  devices: DeviceLink
  listener: Listener
  hub: Hub
  jobs: JobWorker
  rest(): Promise<void>
}

/** Stops what runs, listening first; gives what had not ended in time. */
export async function stopAll(
  { devices, listener, hub, jobs, rest }: Running,
  limits: StopLimits,
): Promise<string[]> {
  // First of all: they look for another server at once.
  void devices.close().catch(() => {})
  const answered = listener.close(limits.work)
  // Its answers would go on for as long as they are read.
  hub.close()
  const jobsDone = await withinTime(limits.work, jobs.stop())
  const cut = jobsDone ? [] : jobs.underWay.map((lane) => `the job ${lane}`)
  const requests = await answered
  if (requests > 0) cut.push(`${requests} requests`)
  const closed = rest().catch((error) => cut.push(`closing: ${error}`))
  if (!(await withinTime(limits.rest, closed))) cut.push('closing')
  return cut
}
