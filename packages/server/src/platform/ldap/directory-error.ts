import type { DirectoryReason } from '@holdfast/api/accounts/directory-reasons'
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

const REASONS = {
  host_unknown: ['connection', 'The host name cannot be resolved.'],
  address_not_allowed: ['address', 'This address is not allowed.'],
  own_machine: ['address', 'Only a system administrator can connect to the server itself.'],
  not_encrypted: [
    'address',
    'The connection is not encrypted. Set ssl or start_tls, unless the directory runs on the server itself.',
  ],
  closed: ['connection', 'Nothing answers at this host and port.'],
  slow: ['connection', 'It did not answer in time.'],
  no_tls: ['connection', 'TLS could not be set up.'],
  no_start_tls: ['connection', 'The server does not support StartTLS.'],
  not_ldap: ['connection', 'The answer is not LDAP.'],
  encryption_required: ['connection', 'The server requires encryption. Set ssl or start_tls.'],
  lost: ['connection', 'The connection was lost, or the answer took too long.'],
  certificate_expired: ['certificate', 'It has expired, or is not valid yet.'],
  certificate_other_host: ['certificate', 'It is for another host name.'],
  certificate_untrusted: ['certificate', 'It is not trusted.'],
  wrong_password: ['credentials', 'The login or its password is wrong.'],
  base_dn_missing: ['base_dn', 'There is no such entry.'],
  base_dn_elsewhere: ['base_dn', 'It is on another server.'],
  base_dn_no_access: ['base_dn', 'The login does not have access to it.'],
  incomplete: ['answer', 'The server returns only some of the entries for this login.'],
  too_many: ['answer', 'The filter finds too many entries.'],
  refused: ['answer', 'The server refused the request.'],
} as const satisfies Partial<Record<DirectoryReason, readonly [Fault, string]>>
export type Failure = keyof typeof REASONS

/**
 * A directory that could not be asked. Its words are our own: what the other side said is not passed on, since it may
 * be no directory at all.
 */
export class DirectoryError extends ApiError {
  override name = 'DirectoryError'
  readonly fault: Fault
  readonly reason: Failure
  /** What is wrong, without saying that it is about a directory. */
  readonly why: string

  constructor(reason: Failure, why: string = REASONS[reason][1]) {
    const [fault] = REASONS[reason]
    const { code, what } = WORDS[fault]
    super(code, `The directory server cannot be used (${what}): ${why}`, { reason_code: reason })
    this.fault = fault
    this.reason = reason
    this.why = why
  }
}
