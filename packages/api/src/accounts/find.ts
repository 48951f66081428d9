import { type Static, Type } from 'typebox'
import { IdOf, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'
import { NamedOrganization } from './organization-may.ts'

/** So many of each kind are found: who looks for more types more. */
export const MOST_OF_A_KIND = 6

export const FOUND_KINDS = ['organization', 'person', 'guest', 'group', 'machine', 'share'] as const

export const FoundThing = Type.Object({
  kind: Type.Unsafe<(typeof FOUND_KINDS)[number]>({ type: 'string', enum: FOUND_KINDS }),
  id: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  detail: nullable(
    Type.String({
      description: 'The email address of a person or guest, or the name of the owner of a device',
    }),
  ),
  owner_id: nullable(IdOf<PersonId>({ description: 'The owner of a device' })),
  organization: NamedOrganization,
})
export type FoundThing = Static<typeof FoundThing>

export const Found = Type.Object(
  { type: Type.Literal('found'), results: Type.Array(FoundThing) },
  { title: 'Found' },
)
export type Found = Static<typeof Found>

export const findAdministered = operation({
  name: 'find_administered',
  method: 'GET',
  path: '/api/2/find',
  area: 'Organizations',
  ours: true,
  summary: 'Find what you administer by name',
  description:
    'Finds organizations, people, guests, groups, devices and team shares of your organization and its child ' +
    'organizations: those whose name contains, for each word of `q`, a word that starts with it. People and guests are ' +
    'also found by their email address. Returns up to 6 of each kind. You can use it 60 times a minute.',
  params: {
    q: Type.String({ maxLength: 100, description: 'At least two letters or digits' }),
  },
  result: Found,
  errors: ['invalid_request', 'temporarily_unavailable'],
})
