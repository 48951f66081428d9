import type { RefusalKind } from '@holdfast/api/devices/agent-channel'

/**
 * Why the device does not do something, in words for the caller. `forbidden`: nobody on the device has allowed it, or
 * nobody can. `not_found`: the folder is missing. `invalid`: no folder can be at this path here.
 */
export class Refused extends Error {
  override name = 'Refused'
  readonly kind: RefusalKind

  constructor(kind: RefusalKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
