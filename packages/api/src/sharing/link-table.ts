import { type Static, Type } from 'typebox'
import { Action } from '../accounts/organization-may.ts'
import { IdOf, type PersonId, type RootId, type SharelinkId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable, tablePage, tableParams, tableRow } from '../table.ts'

/** The list of share links in the admin console. */

export const LINK_KINDS = ['file', 'folder', 'file_request'] as const
export type LinkKind = (typeof LINK_KINDS)[number]
const ROOT_KINDS = ['sync', 'share', 'backup'] as const

const count = (description: string) => Type.Integer({ minimum: 0, description })
const enumOf = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
const flag = (description: string) => Type.Boolean({ default: false, description })

export const LinkTableRow = Type.Object(
  tableRow({
    id: IdOf<SharelinkId>(),
    name: Type.String({ description: 'Of the file or folder; empty if `hidden`' }),
    path: Type.String({ description: 'The parent folders in the root; empty if `hidden`' }),
    kind: enumOf(LINK_KINDS, { description: '`file_request`: collects files in a folder' }),
    root: Type.Object({
      id: IdOf<RootId>(),
      name: Type.String(),
      type: enumOf(ROOT_KINDS, { description: '`sync`: personal files. `share`: a team share' }),
    }),
    creator: Type.Object({ id: IdOf<PersonId>(), name: Type.String() }),
    public: Type.Boolean({ description: 'Opens without sign-in, if it has not expired' }),
    upload_only: Type.Boolean({ description: 'Visitors add files and see none' }),
    visitors_add: Type.Boolean({ description: 'Visitors can add files without sign-in' }),
    password: Type.Boolean({ description: 'It asks for a password' }),
    expires: nullable(Type.String({ description: 'The last day that it works' })),
    download_limit: nullable(Type.Integer({ minimum: 1 })),
    last_used: nullable(Type.String({ description: 'When somebody last opened it' })),
    views: count('How often it was opened'),
    downloads: count('How often something was downloaded'),
    members: count('The people, groups and addresses that it is shared with'),
    created: Type.String(),
    hidden: Type.Boolean({ description: 'You have no access to the names of files there' }),
    may: Type.Array(Action, { description: 'What you can do with it' }),
  }),
  { title: 'LinkTableRow' },
)
export type LinkTableRow = Static<typeof LinkTableRow>

export const linkFilters = {
  public: flag('Only links that open without sign-in and have not expired'),
  no_password: flag('Only links without a password'),
  no_expiry: flag('Only links without an expiry date'),
  visitors_add: flag('Only links by which visitors can add files without sign-in'),
  unused_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: 'Only links that have not been created or opened for this many days',
    }),
  ),
  kind: Type.Optional(enumOf(LINK_KINDS, { description: 'Only links of this kind' })),
  creator: Type.Optional(IdOf<PersonId>({ description: 'Only links of this person' })),
  root: Type.Optional(IdOf<RootId>({ description: 'Only links to this root, such as a team share' })),
}

const { q: _, start: _start, ...params } = tableParams(['used', 'created', 'expires'])

export const tableSharelinks = operation({
  name: 'table_sharelinks',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/table/sharelinks',
  area: 'Organizations',
  ours: true,
  summary: 'List, search and filter share links for administrators',
  description:
    'Returns pages by cursor. Sorts and filters by indexes, on request with all child organizations. Names and paths are empty ' +
    'where you have no access to files, such as in privacy mode, and are not searched there.',
  params: {
    ...params,
    q: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The start of a word in the name of the file, folder or team share, or in the name or email address of the creator',
      }),
    ),
    ...linkFilters,
  },
  result: tablePage(LinkTableRow, 'LinkTable'),
})
