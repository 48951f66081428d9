import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/guests'
import type { Ctx } from '../context.ts'
import { deleteGuest } from '../deletion/delete-guest.ts'
import { accountRoute, route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { convertGuest } from './convert-guest.ts'
import { createGuest } from './create-guest.ts'
import { getGuest } from './get-guest.ts'
import { listOrganizationGuests } from './list-guests.ts'
import { updateGuest } from './update-guest.ts'

const hours = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

export function guestRoutes(app: App, ctx: Ctx): void {
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
    updateGuest(ctx, who, params.guest_id, {
      email: params.email,
      firstName: params.first_name,
      lastName: params.last_name,
      password: params.password,
      pwExpires: hours(params.pw_expires),
    }),
  )
  route(app, ctx, api.deleteGuest, async ({ who, params }) => {
    await deleteGuest(ctx, who, params.guest_id)
    return OK
  })
  route(app, ctx, api.convertGuest, ({ who, params }) => convertGuest(ctx, who, params.guest_id))
  route(app, ctx, api.listOrganizationGuests, ({ who, params }) =>
    listOrganizationGuests(ctx, who, params.organization_id, params.offset),
  )
}
