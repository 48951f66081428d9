import { isIP } from 'node:net'
import { DAY_MS, HOUR_MS } from '@holdfast/api/time'

// What each setting may be: all of these throw an Error whose message completes “HOLDFAST_X …”.

export const HOST_URL =
  (...schemes: string[]) =>
  (value: string) => {
    const url = URL.parse(value)
    if (!url?.hostname || !schemes.includes(url.protocol))
      throw new Error(
        `must be an address that starts with ${schemes.map((name) => `${name}//`).join(' or ')}`,
      )
  }

export const INTEGER = (min: number, max: number) => (value: string) => {
  if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max)
    throw new Error(`must be a whole number from ${min} to ${max}`)
}

const EVERY = /^([1-9]\d{0,3})([hd])$/

export function checkEvery(value: string): void {
  if (!EVERY.test(value)) throw new Error('must be a number of hours or days, such as 12h or 1d')
}

/** Of a text that `checkEvery` lets pass. */
export function readEvery(value: string): number {
  const [, count, unit] = EVERY.exec(value) ?? []
  return Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS)
}

export const ONE_OF =
  (...values: string[]) =>
  (value: string) => {
    if (!values.includes(value)) throw new Error(`must be one of ${values.join(', ')}`)
  }

// `sqlite:./x.db` and `file:data` name a relative path, which a real URL cannot; so the path is taken as it stands.
export const PATH_URL = /^(?<scheme>sqlite|file):(?:\/\/(?=\/))?(?<path>(?!\/\/).+)$/is

export function checkDatabase(value: string): void {
  if (/^postgres(ql)?:/i.test(value) ? URL.canParse(value) : isPathUrl('sqlite', value)) return
  throw new Error('must be sqlite:<file> or postgres://…')
}

export function checkBlobs(value: string): void {
  if (isPathUrl('file', value)) return
  const url = URL.parse(value)
  if (url?.protocol !== 's3:') throw new Error('must be file:<folder> or s3://bucket')
  if (!url.hostname) throw new Error('must name a bucket: s3://bucket')
  if (url.username || url.password || url.port || url.hash || !isDecodable(url.pathname))
    throw new Error('must have the form s3://bucket/prefix?endpoint=…&region=…')
  for (const name of url.searchParams.keys())
    if (name !== 'endpoint' && name !== 'region')
      throw new Error('can have no parameters except endpoint and region')
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error('has an invalid endpoint: it must start with https:// or http://')
}

const isPathUrl = (scheme: string, value: string): boolean =>
  PATH_URL.exec(value)?.groups?.scheme?.toLowerCase() === scheme

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export function checkBaseUrl(value: string): void {
  HOST_URL('https:')(value)
  const { username, password, search, hash } = new URL(value)
  if (username || password || search || hash) throw new Error('must be a plain address such as https://host')
}

export function checkAddresses(value: string): void {
  if (!splitList(value).every(isAddressOrNetwork))
    throw new Error('must list IP addresses or networks (a.b.c.d/n), separated by commas')
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

export function checkEmail(value: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new Error('must be an email address')
}

export function checkSender(value: string): void {
  if (!value.includes('@') || /[\r\n]/.test(value)) throw new Error('must be one line with an email address')
}

export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
