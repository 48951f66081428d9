import * as api from '@holdfast/api/accounts/organizations'
import { OK } from '@holdfast/api/envelopes'
import { type Instant, parseUtc } from '@holdfast/api/time'
import { deleteOrganization } from '../../../accounts/deletion/delete-organization.ts'
import { getDeletion } from '../../../accounts/deletion/get-deletion.ts'
import { createOrganization } from '../../../accounts/organizations/create-organization.ts'
import { getOrganization } from '../../../accounts/organizations/get-organization.ts'
import { listChildOrganizations } from '../../../accounts/organizations/list-children.ts'
import {
  getOrganizationRoot,
  listOrganizationRoots,
  listOrganizationShares,
} from '../../../accounts/organizations/list-roots.ts'
import { policyAmong } from '../../../accounts/organizations/policy-rules.ts'
import { setActive } from '../../../accounts/organizations/set-active.ts'
import { setLicense } from '../../../accounts/organizations/set-license.ts'
import { updateOrganization } from '../../../accounts/organizations/update-organization.ts'
import { updatePolicy } from '../../../accounts/organizations/update-policy.ts'
import { listOrganizationMachines } from '../../../devices/machines/list-machines.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'
import type { App } from '../../exchange/server.ts'

const instantOf = (text: string | null | undefined): Instant | null | undefined =>
  text == null ? text : parseUtc(text)

/** Who takes the description away leaves an empty one. */
const settingsOf = <Given extends { description?: string | null }>({ description, ...params }: Given) => ({
  ...params,
  ...(description !== undefined && { description: description ?? '' }),
})

export const organizationRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getOrganization, ({ who, params }) => getOrganization(ctx, who, params.organization_id))
  route(app, ctx, api.createOrganization, ({ who, params }) =>
    createOrganization(ctx, who, params.organization_id, {
      name: params.name,
      email: params.email,
      slug: params.slug,
      hostname: params.hostname ?? null,
      trial: params.trial ?? false,
      trialUntil: instantOf(params.trial_until) ?? null,
      privacyMode: params.privacy_mode ?? false,
      settings: settingsOf(params),
      policy: policyAmong(params),
    }),
  )
  route(app, ctx, api.updateOrganization, ({ who, params }) =>
    updateOrganization(
      ctx,
      who,
      params.organization_id,
      {
        name: params.name,
        email: params.email,
        slug: params.slug,
        hostname: params.hostname,
        active: params.active,
        trialUntil: instantOf(params.trial_until),
        privacyMode: params.privacy_mode,
      },
      settingsOf(params),
    ),
  )
  route(app, ctx, api.updateOrganizationPolicy, ({ who, params }) =>
    updatePolicy(ctx, who, params.organization_id, policyAmong(params), params.version),
  )
  route(app, ctx, api.setOrganizationLicense, ({ who, params }) =>
    setLicense(ctx, who, params.organization_id, params.license_key),
  )
  for (const [op, active] of [
    [api.disableOrganization, false],
    [api.enableOrganization, true],
  ] as const)
    route(app, ctx, op, async ({ who, params }) => {
      await setActive(ctx, who, params.organization_id, active)
      return OK
    })
  route(app, ctx, api.deleteOrganization, async ({ who, params }) => {
    await deleteOrganization(ctx, who, params.organization_id)
    return OK
  })
  route(app, ctx, api.getOrganizationDeletion, ({ who, params }) =>
    getDeletion(ctx, who, params.organization_id),
  )
  listRoutes(app, ctx)
})

function listRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listChildOrganizations, ({ who, params }) =>
    listChildOrganizations(ctx, who, params.organization_id, params.offset),
  )
  route(app, ctx, api.listOrganizationRoots, ({ who, params }) =>
    listOrganizationRoots(ctx, who, params.organization_id, params.offset),
  )
  route(app, ctx, api.getOrganizationRoot, ({ who, params }) =>
    getOrganizationRoot(ctx, who, params.organization_id, params.root_id),
  )
  route(app, ctx, api.listOrganizationShares, ({ who, params }) =>
    listOrganizationShares(ctx, who, params.organization_id, params.offset),
  )
  route(app, ctx, api.listOrganizationMachines, ({ who, params }) =>
    listOrganizationMachines(ctx, who, params.organization_id, params.offset),
  )
}
