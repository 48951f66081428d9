import type { updateAuthSource } from '@holdfast/api/accounts/auth-sources'
import type { ParamsOf } from '@holdfast/api/operation'
import type { DirectorySettings } from '../../platform/ldap/settings.ts'
import type { AuthSourceChange } from './update-auth-source.ts'

type Given = ParamsOf<typeof updateAuthSource>
const NAMES = {
  host: 'host',
  port: 'port',
  ssl: 'ssl',
  start_tls: 'startTls',
  ca_certificate: 'caCertificate',
  nickname: 'nickname',
  domain: 'domain',
  login: 'login',
  password: 'password',
  base_dn: 'baseDn',
  user_filter: 'userFilter',
  group_filter: 'groupFilter',
  id_attribute: 'idAttribute',
  mail_attribute: 'mailAttribute',
  first_name_attribute: 'firstNameAttribute',
  last_name_attribute: 'lastNameAttribute',
  member_attribute: 'memberAttribute',
  group_name_attribute: 'groupNameAttribute',
  import_hours: 'importHours',
} as const satisfies Partial<Record<keyof Given, keyof DirectorySettings>>

/** What was given, under the names that the operations know it by. */
export const settingsFrom = (params: Partial<Given>): AuthSourceChange =>
  Object.fromEntries(
    Object.entries(NAMES).flatMap(([wire, name]) => {
      const value = params[wire as keyof typeof NAMES]
      return value === undefined ? [] : [[name, value]]
    }),
  )
