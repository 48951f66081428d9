import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { DeviceRow } from '../parts/devices/device-row.ts'

/** What each part of the page of a device is given. */
export interface DevicePart {
  place: OrganizationMay
  device: DeviceRow
}
