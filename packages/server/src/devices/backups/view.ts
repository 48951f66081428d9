import type { Backup } from '@holdfast/api/backups'
import type { BackupRow } from './queries.ts'

export const backupView = ({ root_id, machine_id, path }: BackupRow): Backup => ({
  type: 'backup',
  id: root_id,
  machine_id,
  path,
})
