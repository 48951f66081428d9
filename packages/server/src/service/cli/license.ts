import { checkLastDay, issueLicense } from '../../accounts/organizations/licenses.ts'
import { ApiError } from '../../errors.ts'
import { readConfig } from '../../platform/config.ts'
import { migrate } from '../../platform/db/migrations/migrate.ts'
import { openContext, realNow } from '../open-context.ts'
import { CommandError } from './command-error.ts'
import { openLog } from './log.ts'

/** `license issue <YYYY-MM-DD>`: prints a key that is good until the end of that day. */
export async function runLicense([action, lastDay, ...rest]: string[]): Promise<number> {
  if (action !== 'issue' || lastDay === undefined || rest.length > 0)
    throw new CommandError('Usage: holdfast license issue <last day, as YYYY-MM-DD>')
  const config = readConfig()
  const ctx = await openContext(config, { now: realNow, log: openLog(config.logLevel) })
  try {
    await migrate(ctx.db, ctx.now())
    console.log(await issueLicense(ctx, checkLastDay(lastDay, ctx.now())))
    return 0
  } catch (error) {
    if (error instanceof ApiError)
      throw new CommandError(`«${lastDay}» is no day to come. Expected: YYYY-MM-DD`)
    throw error
  } finally {
    await ctx.close()
  }
}
