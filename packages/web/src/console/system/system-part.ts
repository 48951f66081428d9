import type { SystemStatus } from '@holdfast/api/oversight/system'

/** What each part of the screen is given. */
export interface SystemPart {
  status: SystemStatus
}
