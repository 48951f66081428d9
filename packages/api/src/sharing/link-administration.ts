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
    description: '`delete` deletes the links; `make_private` leaves them to the people they are shared with',
  }),
  public_only: Type.Boolean({ default: false, description: 'Only links that need no sign-in' }),
  unused_since: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only links that were neither created nor opened since then',
    }),
  ),
}
const Closed = Type.Object({
  status: Type.Literal('ok'),
  count: Type.Integer({ description: 'How many links were changed' }),
})

export const listOrganizationSharelinks = operation({
  name: 'list_organization_sharelinks',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/sharelinks',
  area: 'Organizations',
  summary: 'List all share links to files of an organization',
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
  summary: 'Delete many share links of an organization, or make them private',
  params: { organization_id: IdOf<OrganizationId>(), ...closing },
  result: Closed,
  ours: true,
})

export const closePersonSharelinks = operation({
  name: 'close_person_sharelinks',
  method: 'POST',
  path: '/api/2/person/{person_id}/sharelinks/close',
  area: 'People',
  summary: 'Delete many share links of a person, or make them private',
  params: { person_id: IdOf<PersonId>(), ...closing },
  result: Closed,
  ours: true,
})

const ofItem = {
  include_above: Type.Boolean({ default: false, description: 'Also links to folders that it lies in' }),
  ...SharelinkOrder,
  ...pageParams,
}

export const listFileSharelinks = operation({
  name: 'list_file_sharelinks',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/sharelinks',
  area: 'Files',
  summary: 'List the share links to a file, whoever made them',
  description: 'For those who manage the root. Addresses are told of the own links only.',
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
  summary: 'List the share links to a folder, whoever made them',
  description: 'For those who manage the root. Addresses are told of the own links only.',
  params: { ...inRoot, folder_id: IdOf<EntryId>(), ...ofItem },
  result: pageOf(Sharelink),
  errors: ['root_deleted'],
  ours: true,
})
