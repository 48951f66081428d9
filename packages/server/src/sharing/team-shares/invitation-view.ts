import type { Invitation } from '@holdfast/api/sharing/shares'
import { formatUtc } from '@holdfast/api/time'
import type { PersonRow } from '../../records/people.ts'
import type { Invited } from './invitation-queries.ts'

type Invitee = Pick<PersonRow, 'email_verified_at'>
const NAMELESS = { name: '', company_name: '', invited_by: '' }
const namesOf = ({ name, organization_name: company_name, inviter: invited_by }: Invited) => ({
  name,
  company_name,
  invited_by,
})

/** Who has not shown to be the one that was invited learns that something waits, and not what. */
export const invitationView = (row: Invited, { email_verified_at }: Invitee): Invitation => ({
  type: 'invitation',
  root_id: row.root_id,
  ...(email_verified_at === null ? NAMELESS : namesOf(row)),
  company_id: row.organization_id,
  role: row.role,
  status: row.status,
  invited: formatUtc(row.invited_at),
  answered: row.answered_at === null ? null : formatUtc(row.answered_at),
})
