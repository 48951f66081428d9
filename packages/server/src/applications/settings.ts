import type { GrantType } from '@holdfast/api/oauth'
import { fail } from '../errors.ts'

export interface ApplicationSettings {
  name: string
  description: string
  grantTypes: GrantType[]
  redirectUris: string[]
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Throws `invalid_request` for what could not work, or would hand codes to whoever listens on the way. */
export function checkSettings({ name, grantTypes, redirectUris }: ApplicationSettings): void {
  if (name.trim() === '') fail('invalid_request', 'Missing required parameter: name')
  if (grantTypes.length === 0) fail('invalid_request', 'Missing required parameter: grant_types')
  if (grantTypes.includes('authorization_code') && redirectUris.length === 0)
    fail('invalid_request', 'Missing required parameter: redirect_uris')
  for (const uri of redirectUris) checkRedirectUri(uri)
}

function checkRedirectUri(uri: string): void {
  const url = URL.parse(uri)
  const reason = !url
    ? 'is not an address'
    : uri.includes('#')
      ? 'must not have a fragment'
      : url.username || url.password
        ? 'must not have a user name'
        : /^(javascript|data|blob|file|vbscript|about):$/.test(url.protocol)
          ? 'has a scheme that cannot be redirected to'
          : url.protocol === 'http:' && !LOOPBACK.has(url.hostname)
            ? 'must use https, except on the own machine'
            : undefined
  if (reason) fail('invalid_request', `Invalid value for parameter: redirect_uris (${uri} ${reason})`)
}
