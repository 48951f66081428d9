import { missing } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { authenticateClient, type ClientCredentials, checkClientUsable, checkGrant } from './client.ts'
import { grantCode } from './grant-code.ts'
import { grantPassword } from './grant-password.ts'
import { grantRefresh } from './grant-refresh.ts'
import type { Device } from './machine.ts'

export interface TokenRequest {
  grant_type: string
  code?: string
  redirect_uri?: string
  code_verifier?: string
  username?: string
  password?: string
  auth_code?: string
  refresh_token?: string
  guid?: string
  dns_name?: string
  os_type?: string
  os_version?: string
}

/** The token endpoint: who asks, may it ask so, and then the grant that was asked for. */
export async function grant(ctx: Ctx, credentials: ClientCredentials, request: TokenRequest) {
  const client = await authenticateClient(ctx.db.read, credentials)
  const { clientId } = client
  await checkClientUsable(ctx.db.read, client, ctx.now())
  const device = deviceOf(request)
  switch (checkGrant(client, request.grant_type)) {
    case 'password': {
      const email = required('username', request.username)
      const password = required('password', request.password)
      return grantPassword(ctx, clientId, { email, password, authCode: request.auth_code }, device)
    }
    case 'authorization_code': {
      const { redirect_uri: redirectUri, code_verifier: verifier } = request
      return grantCode(ctx, { clientId, code: required('code', request.code), redirectUri, verifier }, device)
    }
    case 'refresh_token':
      return grantRefresh(ctx, clientId, required('refresh_token', request.refresh_token), device)
  }
}

const required = (name: string, value: string | undefined): string => value ?? missing(name)

const deviceOf = (request: TokenRequest): Device => ({
  guid: request.guid,
  dnsName: request.dns_name,
  osType: request.os_type,
  osVersion: request.os_version,
})
