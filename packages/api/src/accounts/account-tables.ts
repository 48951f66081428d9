import { type Static, Type } from 'typebox'
import { type AuthSourceId, type GroupId, type GuestId, IdOf, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable, tablePage, tableParams, tableRow } from '../table.ts'
import { Action } from './organization-may.ts'

/** The lists of accounts and groups in the admin console. */

const area = 'Organizations'
const description =
  'Returns pages by cursor. Sorts and filters by indexes, on request with all child organizations.'
const count = () => Type.Integer({ minimum: 0 })
const may = Type.Array(Action, { description: 'What you can do with it' })
const created = Type.String()
const seen_at = nullable(Type.String({ description: 'The last sign-in, exact to an hour' }))
const seenBefore = {
  seen_before: Type.Optional(
    Type.String({ format: 'date', description: 'Signed in before this day, and not since' }),
  ),
}
const directory = nullable(Type.Object({ id: IdOf<AuthSourceId>(), name: Type.String() }))
const ofDirectory = {
  directory: Type.Optional(IdOf<AuthSourceId>({ description: 'Only those from this directory' })),
}

export const PERSON_VIEWS = ['administrators', 'locked', 'no_two_step', 'never', 'disabled'] as const
export const PERSON_STATUSES = ['active', 'invited', 'locked', 'disabled'] as const
export const PERSON_ROLES = ['member', 'administrator', 'system_administrator'] as const

export const PersonTableRow = Type.Object(
  tableRow({
    id: IdOf<PersonId>(),
    name: Type.String(),
    email: Type.String(),
    status: Type.Unsafe<(typeof PERSON_STATUSES)[number]>({ type: 'string', enum: [...PERSON_STATUSES] }),
    locked_until: nullable(Type.String()),
    two_step: nullable(Type.Boolean()),
    role: Type.Unsafe<(typeof PERSON_ROLES)[number]>({ type: 'string', enum: [...PERSON_ROLES] }),
    seen_at,
    space: Type.Integer({ minimum: 0, description: 'What it stores, in bytes, as of `at`' }),
    quota: Type.Integer({ description: 'In bytes: its own, or that of the organization' }),
    groups: Type.Array(Type.Object({ id: IdOf<GroupId>(), name: Type.String() }), { maxItems: 3 }),
    groups_total: count(),
    directory,
    email_verified: Type.Boolean(),
    phone: nullable(Type.String()),
    created,
    may,
  }),
  { title: 'PersonTableRow' },
)
export type PersonTableRow = Static<typeof PersonTableRow>

/** What of the people is in a list. */
export const personFilters = {
  view: Type.Optional(
    Type.Unsafe<(typeof PERSON_VIEWS)[number]>({
      type: 'string',
      enum: [...PERSON_VIEWS],
      description: '`never`: never signed in',
    }),
  ),
  group: Type.Optional(IdOf<GroupId>({ description: 'Only direct members of this group' })),
  ...ofDirectory,
  ...seenBefore,
  email_unverified: Type.Boolean({
    default: false,
    description: 'Only those who have not confirmed their email address',
  }),
}

export const tablePersons = operation({
  name: 'table_persons',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/table/persons',
  area,
  ours: true,
  summary: 'List, search and filter people for administrators',
  description,
  params: {
    ...tableParams(['name', 'email', 'seen', 'space', 'created']),
    ...personFilters,
  },
  result: tablePage(PersonTableRow, 'PersonTable'),
})

export const GuestTableRow = Type.Object(
  tableRow({
    id: IdOf<GuestId>(),
    name: Type.String(),
    email: Type.String(),
    invited_by: nullable(Type.Object({ id: IdOf<PersonId>(), name: Type.String() })),
    links: Type.Integer({ minimum: 0, description: 'How many share links are for this guest' }),
    seen_at,
    created,
    may,
  }),
  { title: 'GuestTableRow' },
)
export type GuestTableRow = Static<typeof GuestTableRow>

/** What of the guests is in a list. */
export const guestFilters = {
  invited_by: Type.Optional(IdOf<PersonId>()),
  never: Type.Boolean({ default: false, description: 'Never signed in' }),
  ...seenBefore,
}

export const tableGuests = operation({
  name: 'table_guests',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/table/guests',
  area,
  ours: true,
  summary: 'List, search and filter guests for administrators',
  description,
  params: { ...tableParams(['name', 'email', 'seen', 'created']), ...guestFilters },
  result: tablePage(GuestTableRow, 'GuestTable'),
})

export const GroupTableRow = Type.Object(
  tableRow({
    id: IdOf<GroupId>(),
    name: Type.String(),
    members: Type.Integer({ minimum: 0, description: 'The people directly in it' }),
    member_groups: Type.Integer({ minimum: 0, description: 'The groups directly in it' }),
    shares: Type.Integer({ minimum: 0, description: 'The team shares that it is a member of' }),
    directory,
    created,
    may,
  }),
  { title: 'GroupTableRow' },
)
export type GroupTableRow = Static<typeof GroupTableRow>

export const tableGroups = operation({
  name: 'table_groups',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/table/groups',
  area,
  ours: true,
  summary: 'List, search and filter groups for administrators',
  description,
  params: {
    ...tableParams(['name', 'members']),
    ...ofDirectory,
    person: Type.Optional(IdOf<PersonId>({ description: 'Only groups that this person is in directly' })),
  },
  result: tablePage(GroupTableRow, 'GroupTable'),
})
