import { createHash, timingSafeEqual } from 'node:crypto'
import type { OrganizationId } from '@holdfast/api/ids'
import { AGENT_CLIENT, BUILT_IN_CLIENT, GRANT_TYPES, type GrantType } from '@holdfast/api/sign-in/oauth'
import type { Instant } from '@holdfast/api/time'
import { fail, missing } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ApplicationRow, findApplicationByClientId } from '../../records/applications.ts'
import { findOrganizationStatus } from '../../records/organization-tree.ts'
import { checkUsable } from './organization-usable.ts'

/** A program that asks for tokens, known to be the one it says it is. */
export interface OAuthClient {
  clientId: string
  grantTypes: readonly GrantType[]
  /** The one that registered it; the built-in clients belong to none. */
  organizationId?: OrganizationId
}

// Secrets are 256 random bits: there is nothing to guess that a slow hash would slow down.
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export interface ClientCredentials {
  clientId: string | undefined
  clientSecret: string | undefined
}

/** Throws `invalid_client` alike for an unknown client and a wrong secret. */
export async function authenticateClient(
  db: Db,
  { clientId, clientSecret }: ClientCredentials,
): Promise<OAuthClient> {
  if (!clientId) return missing('client_id')
  // The built-in clients have no secret, so one that is sent means nothing.
  if (clientId === AGENT_CLIENT) return { clientId, grantTypes: GRANT_TYPES }
  if (clientId === BUILT_IN_CLIENT) return { clientId, grantTypes: ['password', 'refresh_token'] }
  const application = await findApplicationByClientId(db, clientId)
  if (!application || !clientSecret || !timingSafeEqual(application.secret_hash, hashSecret(clientSecret)))
    return unknownClient()
  return { clientId, grantTypes: grantTypesOf(application), organizationId: application.organization_id }
}

/** Throws when the organization of an application cannot be used now, no matter who wants to sign in through it. */
export async function checkClientUsable(
  db: Db,
  { organizationId }: OAuthClient,
  now: Instant,
): Promise<void> {
  if (organizationId === undefined) return
  const status = await findOrganizationStatus(db, organizationId)
  if (!status || status.deleted_at !== null) return unknownClient()
  checkUsable(status, now)
}

const unknownClient = (): never => fail('invalid_client')

export const grantTypesOf = (application: ApplicationRow): GrantType[] => JSON.parse(application.grant_types)

/** Throws for a grant that does not exist, and for one this client was not registered for. */
export function checkGrant(client: OAuthClient, grantType: string): GrantType {
  const known = GRANT_TYPES.find((name) => name === grantType)
  if (!known) return fail('unsupported_grant_type')
  if (!client.grantTypes.includes(known))
    return fail('unauthorized_client', `This client is not allowed to use the grant type ${known}.`)
  return known
}
