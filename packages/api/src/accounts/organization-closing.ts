import { type Static, Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { NamedOrganization } from './organization-may.ts'

/** The longest time until an organization that is being closed is deleted. */
export const MAX_CLOSING_DAYS = 365

export const OrganizationClosing = Type.Object(
  {
    type: Type.Literal('organization_closing'),
    organization: Type.Object(NamedOrganization.properties, {
      title: 'NamedOrganization',
      description: 'The organization that is being closed: this one or a parent',
    }),
    delete_on: Type.String({
      format: 'date',
      description: 'The day on which it is deleted, with its child organizations. It begins at midnight UTC',
    }),
    remove_files: Type.Boolean({ description: 'Whether its devices remove their copies of files' }),
    requested: Type.String(),
    devices_left: Type.Integer({
      minimum: 0,
      description: 'How many devices are still to be signed out or to remove their copies',
    }),
  },
  { title: 'OrganizationClosing' },
)
export type OrganizationClosing = Static<typeof OrganizationClosing>

const area = 'Organizations'
const one = { organization_id: IdOf<OrganizationId>() }

export const closeOrganization = operation({
  name: 'close_organization',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/close',
  area,
  summary: 'Close an organization',
  description:
    'Nobody of it or of its child organizations can sign in, and their devices are signed out. On the day that you name, all of ' +
    'them are deleted with their files. You can cancel until then. For administrators of a parent organization.',
  ours: true,
  params: {
    ...one,
    delete_on: Type.String({
      format: 'date',
      description: `The day on which it is deleted, from tomorrow to ${MAX_CLOSING_DAYS} days from now (UTC)`,
    }),
    remove_files: Type.Boolean({
      default: false,
      description: 'Devices remove their copies of files. What was not uploaded stays on the device',
    }),
    name: Type.String({ maxLength: 255, description: 'The name of the organization, to confirm' }),
  },
  result: OrganizationClosing,
  errors: ['policy_error'],
})

export const getClosing = operation({
  name: 'get_closing',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/closing',
  area,
  summary: 'Get the closing of an organization',
  description: '`not_found` if neither it nor a parent organization is being closed.',
  ours: true,
  params: one,
  result: OrganizationClosing,
})

export const cancelClosing = operation({
  name: 'cancel_closing',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/closing/cancel',
  area,
  summary: 'Cancel the closing of an organization',
  description:
    'People can sign in again. Devices stay signed out. For administrators of a parent organization.',
  ours: true,
  params: one,
  result: StatusOk,
})
