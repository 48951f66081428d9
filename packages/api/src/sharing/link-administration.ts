import { Type } from 'typebox'
import { pageOf, pageParams } from '../envelopes.ts'
import { inRoot, onFile } from '../files/files.ts'
import { type EntryId, IdOf, type OrganizationId, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'
import { SharelinkOrder } from './link-order.ts'
import { Sharelink } from './links.ts'

const ACTIONS = ['delete', 'make_private'] as const
export type CloseAction = (typeof ACTIONS)[number]

const closing = {
  action: Type.Unsafe<CloseAction>({
    type: 'string',
    enum: ACTIONS,
    description: '`delete` deletes the links. `make_private` limits them to the people they are shared with',
  }),
  public_only: Type.Boolean({ default: false, description: 'Only links that work without sign-in' }),
  unused_since: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only links that have not been created or opened since then',
    }),
  ),
}
const Closed = Type.Object({
  status: Type.Literal('ok'),
  count: Type.Integer({ description: 'Number of links that were changed' }),
})

export const listOrganizationSharelinks = operation({
  name: 'list_organization_sharelinks',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/sharelinks',
  area: 'Organizations',
  summary: 'List the share links of an organization',
  description: 'For administrators.',
  params: { organization_id: IdOf<OrganizationId>(), ...SharelinkOrder, ...pageParams },
  result: pageOf(Sharelink),
  ours: true,
})

export const closeOrganizationSharelinks = operation({
  name: 'close_organization_sharelinks',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/sharelinks/close',
  area: 'Organizations',
  summary: 'Delete share links of an organization, or make them private',
  params: { organization_id: IdOf<OrganizationId>(), ...closing },
  result: Closed,
  ours: true,
})

export const closePersonSharelinks = operation({
  name: 'close_person_sharelinks',
  method: 'POST',
  path: '/api/2/person/{person_id}/sharelinks/close',
  area: 'People',
  summary: 'Delete share links of a person, or make them private',
  params: { person_id: IdOf<PersonId>(), ...closing },
  result: Closed,
  ours: true,
})

const ofItem = {
  include_above: Type.Boolean({ default: false, description: 'Include links to parent folders' }),
  ...SharelinkOrder,
  ...pageParams,
}

export const listFileSharelinks = operation({
  name: 'list_file_sharelinks',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/sharelinks',
  area: 'Files',
  summary: 'List the share links to a file',
  description: 'All links, for people who manage the root. URLs are only included for your own links.',
  params: { ...onFile, ...ofItem },
  result: pageOf(Sharelink),
  errors: ['root_deleted'],
  ours: true,
})

export const listFolderSharelinks = operation({
  name: 'list_folder_sharelinks',
  method: 'GET',
  path: '/api/2/files/{root_id}/folder/{folder_id}/sharelinks',
  area: 'Folders',
  summary: 'List the share links to a folder',
  description: 'All links, for people who manage the root. URLs are only included for your own links.',
  params: { ...inRoot, folder_id: IdOf<EntryId>(), ...ofItem },
  result: pageOf(Sharelink),
  errors: ['root_deleted'],
  ours: true,
})
