import type { Export } from '@holdfast/api/oversight/exports'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Db } from '../../platform/db/database.ts'
import { type ExportRow, listFailures, listParts } from './queries.ts'

const FAILURES_SHOWN = 100

export async function exportView(db: Db, row: ExportRow): Promise<Export> {
  const parts = row.state === 'done' && row.released_at === null ? await listParts(db, row.id) : []
  return {
    type: 'export',
    id: row.id,
    organization_id: row.organization_id,
    below: row.below === 1,
    left_out: JSON.parse(row.left_out),
    versions: row.versions,
    state: row.state,
    error: row.error,
    files: row.files,
    files_total: row.files_total,
    bytes: row.bytes,
    bytes_total: row.bytes_total,
    parts: parts.map(({ number, size, sha256 }) => ({ number, size, sha256: sha256?.toString('hex') ?? '' })),
    failed: (await listFailures(db, row.id, 0, FAILURES_SHOWN)).map(({ path, reason }) => ({ path, reason })),
    failed_total: row.failed,
    created: formatUtc(row.created_at),
    finished: timeOf(row.finished_at),
    expires: timeOf(row.expires_at),
  }
}

const timeOf = (at: Instant | null): string | null => (at === null ? null : formatUtc(at))
