import type { RefusalKind } from '@holdfast/api/devices/agent-channel'

/** What is in the way of a folder, for whoever says it in another language. */
export type RefusalCode = 'folder_missing' | 'folder_denied' | 'folder_not_allowed'

interface Options extends ErrorOptions {
  readonly code?: RefusalCode
  /** The command that helps. */
  readonly command?: string | undefined
}

/**
 * Why the device does not do something, in words for the caller. `forbidden`: nobody on the device has allowed it, or
 * nobody can. `not_found`: the folder is missing. `invalid`: no folder can be at this path here.
 */
export class Refused extends Error {
  override name = 'Refused'
  readonly kind: RefusalKind
  /** Undefined where only the words are known. */
  readonly code: RefusalCode | undefined
  readonly command: string | undefined

  constructor(kind: RefusalKind, message: string, { code, command, ...options }: Options = {}) {
    super(message, options)
    this.kind = kind
    this.code = code
    this.command = command
  }
}
