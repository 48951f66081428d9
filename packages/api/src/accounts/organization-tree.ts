import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'
import { OrganizationState } from './organization-may.ts'

export const OrganizationTree = Type.Object(
  {
    type: Type.Literal('organization_tree'),
    results: Type.Array(
      Type.Object({
        id: IdOf<OrganizationId>(),
        parent_id: nullable(IdOf<OrganizationId>()),
        name: Type.String(),
        names_above: Type.Array(Type.String(), {
          description: 'The names of its parent organizations, from the one that you asked for down',
        }),
        state: OrganizationState,
        children: Type.Integer({ minimum: 0, description: 'The number of organizations directly below' }),
      }),
    ),
    cursor: nullable(Type.String()),
  },
  { title: 'OrganizationTree' },
)
export type OrganizationTree = Static<typeof OrganizationTree>

export const getOrganizationTree = operation({
  name: 'get_organization_tree',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/tree',
  area: 'Organizations',
  ours: true,
  summary: 'List or find child organizations',
  description:
    'Returns 100 at a time, by name. Without `q`, lists those directly below `parent_id`. With `q`, finds ' +
    'those at any depth, and the organization itself, whose name contains a word that starts with `q`.',
  params: {
    organization_id: IdOf<OrganizationId>(),
    q: Type.Optional(Type.String({ maxLength: 100, description: 'The start of a word of the name' })),
    parent_id: Type.Optional(
      IdOf<OrganizationId>({ description: 'By default the organization. It must be at or below it' }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 2000, description: 'From the answer before' })),
  },
  result: OrganizationTree,
})
