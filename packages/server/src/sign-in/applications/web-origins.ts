import type { Db } from '../../platform/db/database.ts'
import { findWebOriginsOfToken, listWebOrigins } from '../../records/applications.ts'
import { hashToken } from '../oauth/tokens.ts'

const isAmong = (row: { web_origins: string } | undefined, origin: string): boolean =>
  row !== undefined && (JSON.parse(row.web_origins) as string[]).includes(origin)

/** Whether some application has registered a site. */
export const isWebOrigin = async (db: Db, origin: string): Promise<boolean> =>
  (await listWebOrigins(db)).some((row) => isAmong(row, origin))

/** Whether the application that a token was given to has registered a site. What the token is good for is asked elsewhere. */
export const isWebOriginOf = async (db: Db, token: string, origin: string): Promise<boolean> =>
  isAmong(await findWebOriginsOfToken(db, hashToken(token)), origin)
