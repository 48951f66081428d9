import { IMPORT_ROWS, type ImportAction, type ImportCounts } from '@holdfast/api/accounts/auth-sources'

const COUNTED = { create: 'created', update: 'updated', disable: 'disabled', skip: 'skipped' } as const

/** What an import did, or would do: all of it counted, the first of it shown. */
export class Tally<Row extends { action: ImportAction }> {
  readonly counts: ImportCounts = { created: 0, updated: 0, disabled: 0, skipped: 0, unchanged: 0 }
  readonly rows: Row[] = []

  add(row: Row): void {
    this.counts[COUNTED[row.action]]++
    if (this.rows.length < IMPORT_ROWS) this.rows.push(row)
  }

  leave(): void {
    this.counts.unchanged++
  }

  get view() {
    return { ...this.counts, rows: this.rows }
  }
}
