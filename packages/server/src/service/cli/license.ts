import { checkLastDay, issueLicense } from '../../accounts/organizations/licenses.ts'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { LICENSE } from '../words/upkeep.ts'
import { CommandError } from './command-error.ts'

/** Prints a key that is good until the end of that day. */
export async function runLicense(ctx: Ctx, lastDay: string): Promise<number> {
  try {
    console.log(await issueLicense(ctx, checkLastDay(lastDay, ctx.now())))
    return 0
  } catch (error) {
    if (error instanceof ApiError) throw new CommandError(LICENSE.badDay(lastDay))
    throw error
  }
}
