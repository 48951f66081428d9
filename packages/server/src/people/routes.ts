import * as api from '@holdfast/api/people'
import type { Ctx } from '../context.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { getOwnPerson } from './get-own-person.ts'
import { updatePerson } from './update-person.ts'

export function personRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.getOwnPerson, ({ who }) => getOwnPerson(ctx, who))
  route(app, ctx, api.updatePerson, ({ who, params }) =>
    updatePerson(ctx, who, params.person_id, { password: params.password }),
  )
}
