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
  summary: 'Find people of an organization to share with',
  description:
    'Persons whose first name, last name or address begins with what is asked for, 20 at most. For the people of the ' +
    'organization, unless its policy does not let them (`user_find_people`), and for its administrators.',
  params: {
    organization_id: IdOf<OrganizationId>(),
    q: Type.String({
      maxLength: 100,
      description: 'The beginning of a name or address, two letters at least',
    }),
  },
  result: Type.Object({ results: Type.Array(FoundPerson) }),
  errors: ['temporarily_unavailable'],
})
