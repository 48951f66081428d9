/** A table with sealed columns, and what names its rows in what is sealed. */
export interface SealedTable {
  row: string
  columns: readonly string[]
  /** Columns that find rows by something that is sealed, and which column has that. */
  digests?: Readonly<Record<string, string>>
}

/** Every column that holds a secret. A new master key seals all of them again. */
export const SEALED = {
  installation: { row: 'name', columns: ['value'] },
  job: { row: 'id', columns: ['payload'] },
  person: { row: 'id', columns: ['totp_secret', 'two_step_pending', 'backup_key_hash'] },
  auth_source: { row: 'id', columns: ['password'] },
  alert_rule: { row: 'id', columns: ['webhook_secret'] },
  machine_command: { row: 'id', columns: ['asked', 'answer'] },
  share_link: { row: 'id', columns: ['hash'], digests: { hash_digest: 'hash' } },
  share_subscriber: { row: 'id', columns: ['hash'], digests: { hash_digest: 'hash' } },
} as const satisfies Record<string, SealedTable>

type Tables = typeof SEALED
/** `table.column` */
export type SealedColumn = {
  [Table in keyof Tables & string]: `${Table}.${Tables[Table]['columns'][number]}`
}[keyof Tables & string]
