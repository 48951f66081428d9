import { BUILT_IN_CLIENT } from '@holdfast/api/oauth'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { grantPassword } from './grant-password.ts'
import { grantRefresh } from './grant-refresh.ts'
import type { Device } from './machine.ts'

export interface TokenRequest {
  grant_type: string
  client_id: string
  username?: string
  password?: string
  refresh_token?: string
  guid?: string
  dns_name?: string
  os_type?: string
  os_version?: string
}

/** The token endpoint: finds the grant that was asked for. */
export async function grant(ctx: Ctx, request: TokenRequest) {
  if (request.client_id !== BUILT_IN_CLIENT) return fail('invalid_client', 'The client is not known.')
  const clientId = request.client_id
  switch (request.grant_type) {
    case 'password': {
      const username = required('username', request.username)
      const password = required('password', request.password)
      return grantPassword(ctx, { clientId, username, password, device: deviceOf(request) })
    }
    case 'refresh_token':
      return grantRefresh(ctx, { clientId, token: required('refresh_token', request.refresh_token) })
    default:
      return fail('unsupported_grant_type', `The grant type ${request.grant_type} is not supported.`)
  }
}

const required = (name: string, value: string | undefined): string =>
  value ?? fail('invalid_request', `Missing required parameter: ${name}`)

const deviceOf = (request: TokenRequest): Device => ({
  guid: request.guid,
  dnsName: request.dns_name,
  osType: request.os_type,
  osVersion: request.os_version,
})
