import * as api from '@holdfast/api/accounts/directory'
import { findPeople } from '../../../accounts/people/find-people.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const directoryRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.findPeople, ({ who, params }) => findPeople(ctx, who, params))
})
