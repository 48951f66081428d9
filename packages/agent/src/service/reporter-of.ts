import type { DeviceHere } from '../device/device.ts'
import { Reporter } from '../device/reporter.ts'
import { CLOCK } from './clock.ts'
import type { Connection } from './connection.ts'

/** Tells the service how a device is, by the connection that there is at the time. */
export const reporterOf = (device: DeviceHere, connection: () => Connection | undefined): Reporter =>
  new Reporter({
    device,
    now: CLOCK.now,
    periodMinutes: () => connection()?.config?.settings.health_report_period_minutes ?? null,
    say: (report) => connection()?.say('report', report) ?? false,
  })
