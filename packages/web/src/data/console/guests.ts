import { convertGuest, createGuest, deleteGuest } from '@holdfast/api/accounts/guests'
import type { GuestId, OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { listGuestShares } from '@holdfast/api/sharing/links'
import { resetPassword } from '@holdfast/api/sign-in/general'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

export const convert = (guest_id: GuestId) => afterwards(call(convertGuest, { guest_id }))
export const removeGuest = (guest_id: GuestId) => afterwards(call(deleteGuest, { guest_id }))
/** As by “Forgot password?”: whoever reads the mails of the address chooses a new password. */
export const mailGuestPassword = (email: string) =>
  call(resetPassword, { email, destination: `${location.origin}/account/password?token={token}` })

/** What is shared with a guest. */
export const useGuestLinks = (guest_id: GuestId) =>
  useQuery({
    queryKey: ['console', 'guest links', guest_id],
    queryFn: async ({ signal }) => (await call(listGuestShares, { guest_id }, { signal })).results,
    staleTime: FRESH_MS,
  })

export const inviteGuest = (
  company_id: OrganizationId,
  given: Pick<ParamsOf<typeof createGuest>, 'email' | 'first_name' | 'last_name'>,
) => afterwards(call(createGuest, { company_id, ...given, generate_password: true }))
