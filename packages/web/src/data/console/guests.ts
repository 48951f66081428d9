import { convertGuest, createGuest, deleteGuest } from '@holdfast/api/accounts/guests'
import type { GuestId, OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { call } from '../service/api.ts'
import { afterwards } from './table.ts'

export const convert = (guest_id: GuestId) => afterwards(call(convertGuest, { guest_id }))
export const removeGuest = (guest_id: GuestId) => afterwards(call(deleteGuest, { guest_id }))
export const inviteGuest = (
  company_id: OrganizationId,
  given: Pick<ParamsOf<typeof createGuest>, 'email' | 'first_name' | 'last_name'>,
) => afterwards(call(createGuest, { company_id, ...given, generate_password: true }))
