import type { AppPassword } from '@holdfast/api/sign-in/app-passwords'
import { formatUtc } from '@holdfast/api/time'
import { named } from '../../records/machines.ts'
import type { LiveAppPassword } from './queries.ts'

export const appPasswordView = (row: LiveAppPassword): AppPassword => ({
  type: 'app_password',
  id: row.id,
  kind: row.kind,
  name: named(row).name,
  machine_id: row.machine_id,
  os_type: row.os_type,
  address: row.network || null,
  paused: row.paused_by !== null,
  created: formatUtc(row.created_at),
  last_used: row.network === null ? null : formatUtc(row.last_used_at),
})
