import type { Change } from '@holdfast/api/files/changes'
import { formatUtc } from '@holdfast/api/time'
import type { LoggedChange } from './queries.ts'

export const changeView = (row: LoggedChange): Change => ({
  type: 'change',
  seq: row.seq,
  op: row.op,
  entry_id: row.entry_id as Change['entry_id'],
  kind: row.kind,
  parent_id: row.parent_id as Change['parent_id'],
  name: row.name,
  ver: row.ver,
  revision_id: row.revision_id,
  size: row.size,
  content: row.content?.toString('hex') ?? null,
  modified: row.modified_at === null ? null : formatUtc(row.modified_at),
  is_deleted: row.deleted_at !== null,
  person_id: row.person_id,
  machine_id: row.machine_id,
  client_op: row.client_op,
  first_seq: row.first_seq ?? row.seq,
  at: formatUtc(row.at),
})
