import type { GrantType } from '@holdfast/api/sign-in/oauth'
import { missing, refuse } from '../../errors.ts'

export interface ApplicationSettings {
  name: string
  description: string
  grantTypes: GrantType[]
  redirectUris: string[]
  webOrigins: string[]
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Throws `invalid_request` for what could not work, or would hand codes to anyone who listens on the way. */
export function checkApplicationSettings(settings: ApplicationSettings): void {
  const { name, grantTypes, redirectUris, webOrigins } = settings
  if (name.trim() === '') missing('name')
  if (grantTypes.length === 0) missing('grant_types')
  if (grantTypes.includes('authorization_code') && redirectUris.length === 0) missing('redirect_uris')
  for (const uri of redirectUris) {
    const fault = faultOf(uri)
    if (fault) refuse('redirect_uris', `${uri} ${fault}`)
  }
  for (const origin of webOrigins) {
    const fault = faultOf(origin) ?? (isOrigin(origin) ? undefined : 'must have the form https://host:port')
    if (fault) refuse('web_origins', `${origin} ${fault}`)
  }
}

/** As a browser writes it: in small letters, without a path, without the port that goes without saying. */
const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text

function faultOf(uri: string): string | undefined {
  const url = URL.parse(uri)
  // Browsers read a backslash as a slash and drop line breaks; others do not. Nobody needs either.
  if (!url || /[\s\\\p{Cc}]/u.test(uri)) return 'is not a valid URL'
  if (uri.includes('#')) return 'must not have a fragment'
  if (/^(javascript|data|blob|file|vbscript|about|view-source|filesystem):$/.test(url.protocol))
    return 'has a scheme that is not allowed'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (!/^https?:\/\/[^/]/i.test(uri)) return 'is not a valid URL'
  if (/^https?:\/\/[^/?]*@/i.test(uri)) return 'must not contain a username'
  return url.protocol === 'https:' || LOOPBACK.has(url.hostname)
    ? undefined
    : 'must use https, except for localhost'
}

/** Settings as they are stored; what is given twice counts once. */
export const applicationColumns = (settings: ApplicationSettings) => ({
  name: settings.name.trim(),
  description: settings.description,
  grant_types: JSON.stringify([...new Set(settings.grantTypes)]),
  redirect_uris: JSON.stringify([...new Set(settings.redirectUris)]),
  web_origins: JSON.stringify([...new Set(settings.webOrigins)]),
})
