import { type Static, Type } from 'typebox'
import { Action } from '../accounts/organization-may.ts'
import { type GroupId, IdOf, type PersonId, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable, tablePage, tableParams, tableRow } from '../table.ts'

/** The list of team shares in the admin console. */

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const SHARE_VIEWS = ['external', 'no_co_owner'] as const

export const ShareTableRow = Type.Object(
  tableRow({
    id: IdOf<RootId>({ description: 'The ID of the root' }),
    name: Type.String(),
    people: count('The members that are in it by themselves'),
    groups: count('The groups that are members'),
    external: count('The members of other organizations, and invitations to them that are not declined'),
    owners: Type.Array(Type.Object({ id: IdOf<PersonId>(), name: Type.String() }), {
      maxItems: 3,
      description: 'The first co-owners',
    }),
    space: count('What it stores, in bytes, as of `at`'),
    changed_at: nullable(Type.String({ description: 'The last change in it, as of `at`' })),
    created: Type.String(),
    may: Type.Array(Action, { description: 'What you can do with it' }),
  }),
  { title: 'ShareTableRow' },
)
export type ShareTableRow = Static<typeof ShareTableRow>

export const tableShares = operation({
  name: 'table_shares',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/table/shares',
  area: 'Organization shares',
  ours: true,
  summary: 'List, search and filter team shares for administrators',
  description:
    'Returns pages by cursor. Sorts and filters by indexes, on request with all child organizations.',
  params: {
    ...tableParams(['name', 'space', 'changed', 'created']),
    view: Type.Optional(
      Type.Unsafe<(typeof SHARE_VIEWS)[number]>({
        type: 'string',
        enum: [...SHARE_VIEWS],
        description:
          '`external`: with members of other organizations. `no_co_owner`: nobody in it manages it',
      }),
    ),
    root: Type.Optional(IdOf<RootId>({ description: 'Only this team share' })),
    group: Type.Optional(IdOf<GroupId>({ description: 'Only team shares that this group is a member of' })),
    changed_before: Type.Optional(
      Type.String({ format: 'date', description: 'Changed before this day, and not since' }),
    ),
  },
  result: tablePage(ShareTableRow, 'ShareTable'),
})
