import { ApiClientError } from '../service/api.ts'

/** Why a device did not do something. */
export interface DeviceRefusal {
  /** `away`: it is not connected. `silent`: it did not answer. */
  what: 'away' | 'silent' | 'refused'
  /** What the device says, such as the command that allows it there. */
  reason: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Undefined where it was not the device. */
export function deviceRefusalOf(error: unknown, isConnected: boolean): DeviceRefusal | undefined {
  if (!(error instanceof ApiClientError)) return undefined
  const reason = textOf(error.body.error_reason)
  if (error.code === 'temporarily_unavailable')
    return { what: isConnected ? 'silent' : 'away', reason: textOf(error.body.error_description) }
  return reason === undefined ? undefined : { what: 'refused', reason }
}
