import type { ErrorCode } from '@holdfast/api/errors'
import { ApiError } from '../../errors.ts'

/** What about a directory failed. */
export type Fault = 'address' | 'connection' | 'certificate' | 'credentials' | 'base_dn' | 'answer'

const WORDS: Record<Fault, { code: ErrorCode; what: string }> = {
  address: { code: 'invalid_request', what: 'host' },
  connection: { code: 'temporarily_unavailable', what: 'connection' },
  certificate: { code: 'invalid_request', what: 'certificate' },
  credentials: { code: 'invalid_request', what: 'credentials' },
  base_dn: { code: 'invalid_request', what: 'base_dn' },
  answer: { code: 'temporarily_unavailable', what: 'answer' },
}

/**
 * A directory that could not be asked. Its words are our own: what the other side said is not passed on, since it may
 * be no directory at all.
 */
export class DirectoryError extends ApiError {
  override name = 'DirectoryError'
  readonly fault: Fault

  constructor(fault: Fault, why: string) {
    super(WORDS[fault].code, `The directory server cannot be used (${WORDS[fault].what}): ${why}`)
    this.fault = fault
  }
}
