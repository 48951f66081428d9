import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from './ids.ts'
import { operation } from './operation.ts'

/** `#rrggbb`. */
export const COLOR = /^#[0-9a-f]{6}$/i

export const Brand = Type.Object(
  {
    type: Type.Literal('brand'),
    name: Type.String({ description: 'What mails and pages call the organization' }),
    color: Type.String({ description: '#rrggbb, in effect: its own, else that of the nearest one above' }),
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
  summary: 'How an organization looks in its mails and on the pages of its share links',
  params: one,
  result: Brand,
})

export const setOrganizationBrand = operation({
  name: 'set_organization_brand',
  method: 'PUT',
  path: '/api/2/organization/{organization_id}/brand',
  area,
  ours: true,
  summary: 'Give an organization a colour of its own, or the word none to take it away',
  params: {
    ...one,
    color: Type.Unsafe<string | null>({
      type: 'string',
      maxLength: 7,
      nullable: true,
      description: '#rrggbb; the word none takes it away',
    }),
  },
  result: Brand,
  errors: ['policy_error'],
})
