import { HOUR_MS } from '@holdfast/api/time'
import { busy } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { networkAsking } from '../../platform/limits/network.ts'
import { type Limit, strangerName } from '../../platform/limits/shared-limits.ts'
import { isAppPassword } from './app-password-text.ts'

/** Of 160 random bits none is guessed: this keeps the database from those who try, and locks nobody out. */
const WRONG_ONES: Limit = { most: 300, ms: HOUR_MS }

/** One that opens nothing counts for no account, but for the network that it came from. */
export async function countWrongAppPassword(ctx: Ctx, network: string): Promise<void> {
  const wait = await ctx.limits.take(strangerName('app passwords', network), WRONG_ONES)
  if (wait !== undefined) busy('Too many wrong app passwords from your network. Try again later.', wait)
}

/** Whether someone gave an app password in the place of that of an account. It is not looked at, and counts as a wrong one. */
export async function isMisplaced(ctx: Ctx, password: string): Promise<boolean> {
  if (!isAppPassword(password)) return false
  await countWrongAppPassword(ctx, networkAsking())
  return true
}
