import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../../platform/context.ts'
import { findOrganization } from '../../../records/organizations.ts'

/** Outlives the sign-in, so that its pages look the same the next time. It says nothing of who that was. */
export const PLACE_COOKIE = '__Host-holdfast-place'
export const PLACE_SECONDS = 365 * 24 * 60 * 60

type Keys = Ctx['db']['keys']

/** Names the organization that someone has signed in to. Signed: else anyone could ask for the names of all organizations. */
export const placeValue = ({ db }: Pick<Ctx, 'db'>, id: OrganizationId): string =>
  `${id}.${sign(db.keys, String(id))}`

/** The organization that a cookie names; undefined for what is made up, and for one that is gone. */
export async function findRememberedPlace(
  { db }: Pick<Ctx, 'db'>,
  value: string | undefined,
): Promise<OrganizationId | undefined> {
  const [, id, given] = /^(\d{1,15})\.([\w-]{43})$/.exec(value ?? '') ?? []
  if (id === undefined || given === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(sign(db.keys, id)))) return undefined
  const organization = await findOrganization(db.read, Number(id) as OrganizationId)
  return organization && organization.deleted_at === null ? organization.id : undefined
}

const sign = (keys: Keys, id: string): string =>
  createHmac('sha256', keys.derived('form')).update(`place ${id}`).digest('base64url')
