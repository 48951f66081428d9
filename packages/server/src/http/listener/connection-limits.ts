import { MINUTE_MS } from '@holdfast/api/time'
/** How long each state of a connection may last. Bodies may take as long as they keep coming. */
export const CONNECTION_LIMITS = {
  firstByteMs: 30_000,
  /** Of a TLS handshake, and of the head of a request. */
  headersMs: 30_000,
  /** Without a byte in either direction. */
  idleMs: 120_000,
  keepAliveMs: 72_000,
  /** For what a refused sender still sends: it is read on, so that its sender gets to hear the refusal. */
  lingerMs: MINUTE_MS,
  /** For the requests under way when the server closes. */
  drainMs: 15_000,
  checkEveryMs: 5000,
}
export type ConnectionLimits = typeof CONNECTION_LIMITS
