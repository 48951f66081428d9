import type { tableMachines } from '@holdfast/api/oversight/machine-table'
import type { RowOf } from '../../../data/console/table.ts'

export type DeviceRow = RowOf<typeof tableMachines>

/** What somebody wants to do with a device. */
export interface WantedDevice {
  what: 'rename' | 'sign_out'
  row: DeviceRow
}
