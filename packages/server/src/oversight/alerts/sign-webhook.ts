import { createHmac } from 'node:crypto'
import type { Instant } from '@holdfast/api/time'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (random: (bytes: number) => Buffer): string =>
  PREFIX + random(SECRET_BYTES).toString('base64')

/** The headers of a message, as the Standard Webhooks specification has them. */
export function signedHeaders(
  secret: string,
  { id, at, body }: { id: string; at: Instant; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Holdfast',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
