import { STATUS_CODES } from 'node:http'
import type { ApiError } from '../../errors.ts'
import { SECURITY_HEADERS } from '../exchange/security-headers.ts'

/** A whole answer as it goes over the wire, where there is nothing else left to write one. The connection ends with it. */
export function rawAnswer({ status, body, retryAfter }: ApiError): string {
  const text = JSON.stringify(body)
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
    ...(status === 503 && { 'retry-after': String(retryAfter ?? 5) }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}
