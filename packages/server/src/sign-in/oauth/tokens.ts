import { hash } from 'node:crypto'
import type { SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { insertTokens } from '../../records/sessions.ts'

export const ACCESS_TOKEN_SECONDS = 3600

/** Tokens are opaque and 256 bits long; the database holds only this. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export interface TokenPair {
  access: string
  refresh: string
}

export const makeTokens = (random: (bytes: number) => Buffer): TokenPair => ({
  access: random(32).toString('base64url'),
  refresh: random(32).toString('base64url'),
})

export const storeTokens = (
  tx: Tx,
  sessionId: SessionId,
  { access, refresh }: TokenPair,
  at: Instant,
  renewedBy: Buffer | null = null,
): Promise<void> =>
  insertTokens(tx, {
    sessionId,
    accessHash: hashToken(access),
    accessExpiresAt: at + ACCESS_TOKEN_SECONDS * 1000,
    refreshHash: hashToken(refresh),
    renewedBy,
    at,
  })

/** The answer of the token endpoint; its set of fields is frozen. */
export const tokenAnswer = ({ access, refresh }: TokenPair, guid: string) => ({
  access_token: access,
  expires_in: ACCESS_TOKEN_SECONDS,
  token_type: 'Bearer' as const,
  scope: 'full' as const,
  guid,
  refresh_token: refresh,
})
