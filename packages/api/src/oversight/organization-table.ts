import { type Static, Type } from 'typebox'
import { Action, OrganizationState } from '../accounts/organization-may.ts'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable, tablePage, tableParams, tableRow } from '../table.ts'

/** The organizations below one, as those who look after them see them. */

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) })
const percent = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description }))
const moment = (description?: string) => nullable(Type.String({ ...(description && { description }) }))

export const SPARKLINE_DAYS = 30

export const OrganizationTableRow = Type.Object(
  tableRow({
    id: IdOf<OrganizationId>(),
    name: Type.String(),
    path_names: Type.Array(Type.String(), {
      description: 'The names of its parent organizations, from the one that you asked for down',
    }),
    state: OrganizationState,
    alerts: Type.Object({ urgent: count(), warning: count() }, { title: 'OrganizationAlerts' }),
    accounts: count(),
    accounts_below: count('The accounts of its child organizations, at any depth'),
    space: count('What it stores, in bytes'),
    space_below: count('What its child organizations store, at any depth'),
    quota: nullable(Type.Integer({ minimum: 0, description: 'The limit of `space`' })),
    grown_30: nullable(
      Type.Integer({ description: 'How many more bytes than 30 days ago, if that is known' }),
    ),
    days: Type.Array(nullable(count()), {
      description: `What it stored on each of the last ${SPARKLINE_DAYS} days, today being the last; null if that was not counted`,
    }),
    devices: count(),
    seen_at: moment('The newest activity, as of `at`'),
    trial_until: moment(),
    license_until: moment(),
    closes_on: moment('The day on which it will be deleted'),
    may: Type.Array(Action, { description: 'The actions you can take there' }),
  }),
  { title: 'OrganizationTableRow' },
)
export type OrganizationTableRow = Static<typeof OrganizationTableRow>

export const organizationFilters = {
  state: Type.Optional(OrganizationState),
  ending: Type.Boolean({ default: false, description: 'The trial or the license has ended or ends soon' }),
  full: percent('Stores this percentage of its limit or more'),
  grown: percent('Grew by this percentage in 30 days, or more'),
  no_two_step_rule: Type.Boolean({
    default: false,
    description: 'Its policy does not require two-step verification',
  }),
}

export const tableOrganizations = operation({
  name: 'table_organizations',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/table/organizations',
  area: 'Organizations',
  ours: true,
  summary: 'List, search and filter child organizations',
  description:
    'By default those directly below, with `below` at any depth. `state` sorts those first that need attention most.',
  params: {
    ...tableParams(['state', 'name', 'accounts', 'space', 'grown', 'devices', 'seen']),
    ...organizationFilters,
  },
  result: tablePage(OrganizationTableRow, 'OrganizationTable'),
})
