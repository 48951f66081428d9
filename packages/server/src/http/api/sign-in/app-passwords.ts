import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/sign-in/app-passwords'
import { createAppPassword } from '../../../sign-in/app-passwords/create-app-password.ts'
import { endAppPassword } from '../../../sign-in/app-passwords/end-app-password.ts'
import { listAppPasswords } from '../../../sign-in/app-passwords/list-app-passwords.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const appPasswordRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listAppPasswords, ({ who, params }) =>
    listAppPasswords(ctx, who, params.person_id, params.offset),
  )
  route(app, ctx, api.createAppPassword, ({ who, params }) => {
    const { person_id: id, name, kind, current_password: currentPassword } = params
    return createAppPassword(ctx, who, id, { name, kind, currentPassword })
  })
  route(app, ctx, api.endAppPassword, async ({ who, params }) => {
    await endAppPassword(ctx, who, params.person_id, params.app_password_id)
    return OK
  })
})
