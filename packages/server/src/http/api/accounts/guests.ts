import * as api from '@holdfast/api/accounts/guests'
import { OK } from '@holdfast/api/envelopes'
import { deleteGuest } from '../../../accounts/deletion/delete-guest.ts'
import { convertGuest } from '../../../accounts/guests/convert-guest.ts'
import { createGuest } from '../../../accounts/guests/create-guest.ts'
import { getGuest } from '../../../accounts/guests/get-guest.ts'
import { listOrganizationGuests } from '../../../accounts/guests/list-guests.ts'
import { updateGuest } from '../../../accounts/guests/update-guest.ts'
import { accountRoute, route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

const hours = (text: string | null | undefined): number | null | undefined =>
  text === undefined ? undefined : text ? Number(text) : null

export const guestRoutes = serveContract(api, (app, ctx) => {
  accountRoute(app, ctx, api.getGuest, ({ who, params }) => getGuest(ctx, who, params.guest_id))
  route(app, ctx, api.createGuest, ({ who, params }) =>
    createGuest(ctx, who, {
      organizationId: params.company_id,
      email: params.email,
      firstName: params.first_name,
      lastName: params.last_name,
      password: params.password,
      generatePassword: params.generate_password,
      pw_expires: hours(params.pw_expires),
      sendWelcomeEmail: params.send_welcome_email,
    }),
  )
  accountRoute(app, ctx, api.updateGuest, ({ who, params }) =>
    updateGuest(
      ctx,
      who,
      params.guest_id,
      {
        email: params.email,
        firstName: params.first_name,
        lastName: params.last_name,
        password: params.password,
        pwExpires: hours(params.pw_expires),
      },
      params.current_password,
    ),
  )
  route(app, ctx, api.deleteGuest, async ({ who, params }) => {
    await deleteGuest(ctx, who, params.guest_id)
    return OK
  })
  route(app, ctx, api.convertGuest, ({ who, params }) => convertGuest(ctx, who, params.guest_id))
  route(app, ctx, api.listOrganizationGuests, ({ who, params }) =>
    listOrganizationGuests(ctx, who, params.organization_id, params.offset),
  )
})
