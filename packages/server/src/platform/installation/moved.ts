import { formatUtc, type Instant } from '@holdfast/api/time'
import { ConfigError } from '../config/config.ts'
import type { Ctx } from '../context.ts'
import { findMovedMark } from './queries.ts'

/** Where what was here is now: an address without a password. */
export interface Moved {
  to: string
  at: Instant
}

const FORM = /^moved (\d+) (.+)$/s

/** The text by which a database or a store tells that it was moved. */
export const movedMark = ({ to, at }: Moved): string => `moved ${at} ${to}`

/** Undefined for any other text, such as the id of an epoch. */
export function readMoved(mark: string | undefined): Moved | undefined {
  const [, at, to] = FORM.exec(mark ?? '') ?? []
  return at !== undefined && to !== undefined ? { to, at: Number(at) } : undefined
}

export const movedInWords = ({ to, at }: Moved): string => `moved to ${to} on ${formatUtc(at)} UTC`

export const findMoved = async ({ db }: Pick<Ctx, 'db'>): Promise<Moved | undefined> =>
  readMoved(await findMovedMark(db.read))

/** Throws for a database that is used elsewhere by now. Before anything is written to it, its form included. */
export async function checkNotMoved(ctx: Pick<Ctx, 'db'>): Promise<void> {
  const moved = await findMoved(ctx)
  if (moved)
    throw new ConfigError(
      `This database was ${movedInWords(moved)}. Set HOLDFAST_DATABASE_URL to where it is now. To use this one again, run “holdfast moved”, which explains what that means, then “holdfast moved --back”.`,
    )
}
