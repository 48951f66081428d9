import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'

/** `#rrggbb`. */
export const COLOR = /^#[0-9a-f]{6}$/i

export const Brand = Type.Object(
  {
    type: Type.Literal('brand'),
    name: Type.String({ description: 'The name of the organization in mails and on pages' }),
    color: Type.String({
      description: 'As #rrggbb: its own colour, or else that of the nearest organization above with one',
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
  summary: 'Get how an organization looks in mails and on its pages',
  params: one,
  result: Brand,
})

export const setOrganizationBrand = operation({
  name: 'set_organization_brand',
  method: 'PUT',
  path: '/api/2/organization/{organization_id}/brand',
  area,
  ours: true,
  summary: 'Set the colour of an organization',
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
