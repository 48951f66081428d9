import type { AuthSource, ImportCounts, ImportState } from '@holdfast/api/accounts/auth-sources'
import type { DirectoryReason } from '@holdfast/api/accounts/directory-reasons'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { type AuthSourceRow, directorySettings } from '../../records/auth-sources.ts'

/** What is kept of the newest import. */
export interface ImportRecord {
  status: ImportState
  finishedAt: Instant
  persons: ImportCounts | null
  groups: ImportCounts | null
  error: string | null
  reason_code: DirectoryReason | null
  /** In a row, this one among them. */
  failures: number
}

export const failuresOf = ({ last_import: text }: AuthSourceRow): number =>
  text === null ? 0 : (JSON.parse(text) as ImportRecord).failures

/** Everything but the password, which nobody is shown again. */
export function authSourceView(row: AuthSourceRow): AuthSource {
  const settings = directorySettings(row)
  return {
    type: 'auth_source',
    id: row.id,
    port: row.port,
    protocol: row.protocol,
    machine_id: null,
    host: row.host,
    domain: row.domain,
    login: row.login,
    ssl: settings.ssl,
    nickname: row.nickname,
    company_id: row.organization_id,
    start_tls: settings.startTls,
    ca_certificate: settings.caCertificate,
    base_dn: settings.baseDn,
    user_filter: settings.userFilter,
    group_filter: settings.groupFilter,
    id_attribute: settings.idAttribute,
    mail_attribute: settings.mailAttribute,
    first_name_attribute: settings.firstNameAttribute,
    last_name_attribute: settings.lastNameAttribute,
    member_attribute: settings.memberAttribute,
    group_name_attribute: settings.groupNameAttribute,
    import_hours: settings.importHours,
    last_import: lastImportOf(row),
    next_import: row.next_import_at === null ? null : formatUtc(row.next_import_at),
  }
}

function lastImportOf({ last_import: text }: AuthSourceRow): AuthSource['last_import'] {
  if (text === null) return null
  const { finishedAt, failures: _, ...record }: ImportRecord = JSON.parse(text)
  return { ...record, reason_code: record.reason_code ?? null, finished: formatUtc(finishedAt) }
}
