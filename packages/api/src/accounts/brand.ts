import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'

/** `#rrggbb`. */
export const COLOR = /^#[0-9a-f]{6}$/i

export const Brand = Type.Object(
  {
    type: Type.Literal('brand'),
    name: Type.String({ description: 'The name of the organization in emails and on pages' }),
    color: Type.String({
      description: 'As #rrggbb: its own color, or the color of the nearest parent organization that has one',
    }),
    own_color: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'Brand' },
)
export type Brand = Static<typeof Brand>

const area = 'Organizations'
const one = { organization_id: IdOf<OrganizationId>() }

export const getOrganizationBrand = operation({
  name: 'get_organization_brand',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/brand',
  area,
  ours: true,
  summary: 'Get the branding of an organization',
  params: one,
  result: Brand,
})

export const setOrganizationBrand = operation({
  name: 'set_organization_brand',
  method: 'PUT',
  path: '/api/2/organization/{organization_id}/brand',
  area,
  ours: true,
  summary: 'Set the color of an organization',
  params: {
    ...one,
    color: Type.Unsafe<string | null>({
      type: 'string',
      maxLength: 7,
      nullable: true,
      description: 'As #rrggbb',
    }),
  },
  result: Brand,
  errors: ['policy_error'],
})
