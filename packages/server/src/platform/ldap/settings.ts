import { X509Certificate } from 'node:crypto'
import { refuse } from '../../errors.ts'
import { isHost } from '../outbound/addresses.ts'
import type { Endpoint } from './connect.ts'

/** How a directory is reached and read. */
export interface DirectorySettings extends Endpoint {
  nickname: string | null
  domain: string | null
  login: string
  password: string
  baseDn: string
  userFilter: string
  groupFilter: string
  /** None: `entryUUID`, or `objectGUID` where entries have that. */
  idAttribute: string | null
  mailAttribute: string
  firstNameAttribute: string
  lastNameAttribute: string
  memberAttribute: string
  groupNameAttribute: string
  importHours: number | null
}

/** What a new one has by default; fits OpenLDAP and Active Directory. */
export const DEFAULTS = {
  ssl: false,
  startTls: false,
  caCertificate: null,
  nickname: null,
  domain: null,
  userFilter: '(&(objectClass=inetOrgPerson)(mail=*))',
  groupFilter: '(|(objectClass=groupOfNames)(objectClass=group))',
  idAttribute: null,
  mailAttribute: 'mail',
  firstNameAttribute: 'givenName',
  lastNameAttribute: 'sn',
  memberAttribute: 'member',
  groupNameAttribute: 'cn',
  importHours: null,
} as const satisfies Partial<DirectorySettings>

/** Of LDAP, plain or with StartTLS, or of LDAP over TLS. */
export const usualPort = ({ ssl }: { ssl?: boolean }): number => (ssl ? 636 : 389)

const MAX_HOURS = 24 * 366
/** The ports of directories. Others would make the server a way to look around in the network. */
const PORTS = [389, 636, 3268, 3269]

/** Throws `invalid_request` for what could not work or would not be safe. */
export async function checkDirectorySettings(settings: DirectorySettings): Promise<void> {
  checkEndpoint(settings)
  checkLogin(settings)
  if (settings.importHours !== null && (settings.importHours < 1 || settings.importHours > MAX_HOURS))
    refuse('import_hours', `expected: a whole number from 1 to ${MAX_HOURS}, or none`)
  checkBaseDn(settings)
  await checkFilters(settings)
}

export function checkEndpoint(settings: Endpoint): void {
  if (!isHost(settings.host)) refuse('host', 'expected: a host name or an IP address')
  if (!settings.trusted && !PORTS.includes(settings.port))
    refuse('port', `expected one of: ${PORTS.join(', ')}; a system administrator can set others`)
  if (settings.ssl && settings.startTls) refuse('start_tls', 'set either ssl or start_tls, not both')
  checkCertificate(settings.caCertificate)
}

export function checkLogin({ login }: Pick<DirectorySettings, 'login'>): void {
  // A word without any of these could be the name of another way to sign in.
  if (!/[=@\\]/.test(login)) refuse('login', 'expected: a distinguished name or user@domain')
}

export function checkBaseDn({ baseDn }: Pick<DirectorySettings, 'baseDn'>): void {
  if (!baseDn.includes('=')) refuse('base_dn', 'expected: a distinguished name')
}

/** What is searched for, and what is read of it. */
export async function checkFilters(settings: DirectorySettings): Promise<void> {
  checkAttributes(settings)
  await checkFilter('user_filter', settings.userFilter)
  await checkFilter('group_filter', settings.groupFilter)
}

function checkAttributes(settings: DirectorySettings): void {
  const names = {
    id_attribute: settings.idAttribute ?? 'entryUUID',
    mail_attribute: settings.mailAttribute,
    first_name_attribute: settings.firstNameAttribute,
    last_name_attribute: settings.lastNameAttribute,
    member_attribute: settings.memberAttribute,
    group_name_attribute: settings.groupNameAttribute,
  }
  for (const [parameter, name] of Object.entries(names))
    if (!/^[a-z][a-z\d-]*$/i.test(name)) refuse(parameter, 'expected: the name of an attribute')
}

function checkCertificate(pem: string | null): void {
  if (pem === null) return
  try {
    new X509Certificate(pem)
  } catch {
    refuse('ca_certificate', 'expected: a certificate in PEM format')
  }
}

async function checkFilter(parameter: string, filter: string): Promise<void> {
  const { FilterParser } = await import('ldapts')
  try {
    FilterParser.parseString(filter)
  } catch {
    refuse(parameter, 'not a valid LDAP filter')
  }
  if (!filter.startsWith('(')) refuse(parameter, 'expected: a filter in parentheses')
}
