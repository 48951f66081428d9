import { ApiError, fail } from '../../errors.ts'
import type { PersonRow } from '../../records/people.ts'
import { APP_PASSWORD_START, isAppPassword } from './app-password-text.ts'
import { checkPasswordIsOurs } from './check-password-is-ours.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const MIN_LENGTH = 8
const MAX_BYTES = 1024
const SERVICE = 'holdfast'

let common: Promise<ReadonlySet<string>> | undefined

/** Passwords that everyone tries first. Loaded when the first password is set: it is a long list. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter((word) => String(word).length >= MIN_LENGTH).map(String)),
  )
  return common
}

/** What is wrong with a password, as the API says it. */
const FLAWS = {
  too_short: `use at least ${MIN_LENGTH} characters`,
  too_long: `use up to ${MAX_BYTES} bytes`,
  own_name: 'do not use your own name or email address',
  known_name: 'do not use the name of the service or of your organization',
  common: 'this password is too common',
  app_password: `choose one that does not begin with ${APP_PASSWORD_START}, as app passwords do`,
}

/** A password that cannot be taken. Pages have words of their own for each flaw. */
export class PasswordRefused extends ApiError {
  readonly flaw: keyof typeof FLAWS

  constructor(flaw: keyof typeof FLAWS) {
    super('invalid_request', 'Invalid value for parameter: password', { error_reason: FLAWS[flaw] })
    this.flaw = flaw
    this.parameter = 'password'
  }
}

const refuse = (flaw: keyof typeof FLAWS): never => {
  throw new PasswordRefused(flaw)
}

/** Throws `invalid_request` for a password that is too short, too long or too well known. */
export async function checkNewPassword(
  password: string,
  person: Pick<PersonRow, 'email' | 'first_name' | 'last_name'>,
): Promise<void> {
  const normal = password.normalize('NFKC')
  if ([...normal].length < MIN_LENGTH) refuse('too_short')
  if (Buffer.byteLength(normal) > MAX_BYTES) refuse('too_long')
  if (isAppPassword(normal)) refuse('app_password')
  const lower = normal.toLowerCase()
  const { email, first_name, last_name } = person
  const [name, domain = ''] = email.split('@')
  const own = [email, name, `${first_name}${last_name}`]
  if (own.some((word) => word?.toLowerCase() === lower)) refuse('own_name')
  if ([domain, domain.split('.')[0], SERVICE].some((word) => word?.toLowerCase() === lower))
    refuse('known_name')
  if (new Set(lower).size < 3 || (await commonPasswords()).has(lower)) refuse('common')
}

/** The hash of a password that takes the place of the one there is. */
export async function newPasswordHash(
  person: Pick<PersonRow, 'email' | 'first_name' | 'last_name' | 'password_hash' | 'auth_source_id'>,
  password: string,
): Promise<string> {
  checkPasswordIsOurs(person)
  if (await verifyPassword(person.password_hash, password))
    fail('password_unchanged', 'The new password is the same as the current one.')
  await checkNewPassword(password, person)
  return hashPassword(password)
}
