import type { Invitation } from '@holdfast/api/shares'
import { formatUtc } from '@holdfast/api/time'
import type { Invited } from './invitation-queries.ts'

export const invitationView = (row: Invited): Invitation => ({
  type: 'invitation',
  root_id: row.root_id,
  name: row.name,
  company_id: row.organization_id,
  company_name: row.organization_name,
  role: row.role,
  status: row.status,
  invited_by: row.inviter,
  invited: formatUtc(row.invited_at),
  answered: row.answered_at === null ? null : formatUtc(row.answered_at),
})
