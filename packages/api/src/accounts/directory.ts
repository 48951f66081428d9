import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'

export const MOST_FOUND = 20

export const FoundPerson = Type.Object(
  {
    type: Type.Literal('person'),
    id: IdOf<PersonId>(),
    name: Type.String(),
    email: Type.String(),
  },
  { title: 'FoundPerson' },
)
export type FoundPerson = Static<typeof FoundPerson>

export const findPeople = operation({
  name: 'find_people',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/directory',
  area: 'Organizations',
  ours: true,
  summary: 'Find people in an organization to share with',
  description:
    'Returns up to 20 people whose first name, last name or email address starts with `q`. Open to people of the ' +
    'organization, unless its policy turns it off (`user_find_people`), and to its administrators.',
  params: {
    organization_id: IdOf<OrganizationId>(),
    q: Type.String({
      maxLength: 100,
      description: 'The start of a name or email address, at least two letters',
    }),
  },
  result: Type.Object({ results: Type.Array(FoundPerson) }),
  errors: ['temporarily_unavailable'],
})
