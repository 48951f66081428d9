import type { Guest } from '@holdfast/api/accounts/guests'
import type { GuestId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import type { PersonRow } from '../../records/people.ts'

export const guestView = (guest: PersonRow): Guest => ({
  type: 'guest',
  id: guest.id as number as GuestId,
  company_id: guest.organization_id,
  creator_id: guest.creator_id,
  email: guest.email,
  first_name: guest.first_name,
  last_name: guest.last_name,
  active: guest.active === 1,
  created: formatUtc(guest.created_at),
})
