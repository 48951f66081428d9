import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from '../ids.ts'
import { BytesField, operation } from '../operation.ts'
import { nullable } from '../table.ts'
import { NamedOrganization } from './organization-may.ts'

/** `#rrggbb`. */
export const COLOR = /^#[0-9a-f]{6}$/i

/** How many bytes a logo may have that is sent. */
export const LOGO_BYTES = 256 * 1024
/** As large as it is kept, in pixels: it is shown at about half of that. */
export const LOGO_WIDTH = 480
export const LOGO_HEIGHT = 120

const Logo = Type.Object(
  {
    url: Type.String({
      description:
        'The path of the picture on this server, a PNG. Needs no sign-in. A new logo has another path',
    }),
    width: Type.Integer({ description: 'In pixels' }),
    height: Type.Integer(),
  },
  { title: 'Logo' },
)
export type Logo = Static<typeof Logo>

const Inherited = Type.Object(
  {
    color: Type.String(),
    color_from: Type.Union([NamedOrganization, Type.Null()], {
      description: 'The parent organization that has this color; null: the default color',
    }),
    logo: nullable(Logo),
    logo_from: nullable(NamedOrganization),
  },
  { title: 'InheritedBrand' },
)

export const Brand = Type.Object(
  {
    type: Type.Literal('brand'),
    name: Type.String({ description: 'The name of the organization in emails and on pages' }),
    color: Type.String({
      description: 'As #rrggbb: its own color, or the color of the nearest parent organization that has one',
    }),
    own_color: Type.Union([Type.String(), Type.Null()]),
    logo: Type.Union([Logo, Type.Null()], {
      description: 'Its own logo, or the logo of the nearest parent organization that has one',
    }),
    own_logo: nullable(Logo),
    inherited: Type.Optional(
      Type.Unsafe<Static<typeof Inherited>>({
        ...Inherited,
        description: 'What it looks like without a color and a logo of its own. For administrators',
      }),
    ),
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

export const setOrganizationLogo = operation({
  name: 'set_organization_logo',
  method: 'PUT',
  path: '/api/2/organization/{organization_id}/brand/logo',
  area,
  ours: true,
  summary: 'Set the logo of an organization',
  description:
    'The body is a PNG or WebP image of up to 256 KiB and 16 megapixels. It is stored as a PNG without metadata, reduced to up to 480 × 120 pixels.',
  params: { ...one, image: BytesField() },
  rawBody: 'image',
  result: Brand,
  errors: ['invalid_request', 'policy_error', 'temporarily_unavailable'],
})

export const deleteOrganizationLogo = operation({
  name: 'delete_organization_logo',
  method: 'DELETE',
  path: '/api/2/organization/{organization_id}/brand/logo',
  area,
  ours: true,
  summary: 'Remove the logo of an organization',
  params: one,
  result: Brand,
})
