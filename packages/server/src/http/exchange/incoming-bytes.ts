import type { IncomingBytes } from '../../platform/content/incoming-bytes.ts'
import { consume, type Exchange } from './body.ts'

/** The body of a request as it is. Unless specified, it may take as long as the connection lives. */
export function incomingBytes(exchange: Exchange, withinMs = Infinity): IncomingBytes {
  const length = Number(exchange.req.headers['content-length'] ?? Number.NaN)
  return {
    announcedSize: Number.isSafeInteger(length) ? length : undefined,
    receive: (take) => consume(exchange, take, withinMs),
  }
}
