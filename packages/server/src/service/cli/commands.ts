import { readConfig, SETTINGS } from '../../platform/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { migrate } from '../../platform/db/migrations/migrate.ts'
import { beginEpoch } from '../../platform/installation/epoch.ts'
import { resetPassword } from '../../sign-in/password-reset/reset-password.ts'
import { openContext, openDatabase, realNow } from '../open-context.ts'
import { CommandError, explain } from './command-error.ts'
import { importArguments, runImport } from './import-persons.ts'
import { runLicense } from './license.ts'
import { openLog } from './log.ts'
import { serve } from './serve.ts'
import { runVerify, verifyArguments } from './verify.ts'

const asksForHelp = (args: readonly string[]): boolean =>
  args[0] === 'help' || args.includes('--help') || args.includes('-h')

/** Runs one command of the `holdfast` command line and gives its exit code. */
export async function runCommand(args: string[]): Promise<number> {
  if (asksForHelp(args)) {
    console.log(helpText())
    return 0
  }
  try {
    return await run(args)
  } catch (error) {
    throw explain(error)
  }
}

function run([command = 'serve', ...rest]: string[]): Promise<number> {
  switch (command) {
    case 'serve':
      refuseArguments(command, rest)
      return serve(readConfig())
    case 'migrate':
      refuseArguments(command, rest)
      return runMigrations()
    case 'verify': {
      const given = verifyArguments(rest)
      return withContext((ctx) => runVerify(ctx, given))
    }
    case 'license':
      return runLicense(rest)
    case 'restored':
      refuseArguments(command, rest)
      return runRestored()
    case 'admin':
      return runAdmin(rest)
    case 'import-persons': {
      const given = importArguments(rest)
      return withContext((ctx) => runImport(ctx, given))
    }
    default:
      throw new CommandError(`There is no command «${command}».\n\n${helpText()}`)
  }
}

function refuseArguments(command: string, rest: readonly string[]): void {
  if (rest.length > 0) throw new CommandError(`«${command}» takes no arguments.\n\n${helpText()}`)
}

async function runMigrations(): Promise<number> {
  const config = readConfig()
  const db = await openDatabase(config.database, openLog(config.logLevel))
  try {
    const applied = await migrate(db, realNow())
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    return 0
  } finally {
    await db.close()
  }
}

async function runAdmin([action, email, ...rest]: string[]): Promise<number> {
  if (action !== 'reset-password' || !email || rest.length > 0)
    throw new CommandError('Usage: holdfast admin reset-password <email>')
  return withContext(async (ctx) => {
    const password = await resetPassword(ctx, email)
    if (password === undefined) throw new CommandError(`Nobody has the address ${email}.`)
    console.log(`New password of ${email}: ${password}\nAll its devices are signed out; a lock is lifted.`)
    return 0
  })
}

const runRestored = (): Promise<number> =>
  withContext(async (ctx) => {
    const { id } = await beginEpoch(ctx)
    console.log(`A new epoch begins: ${id}. Clients read everything again when they next ask.`)
    return 0
  })

/** Works on the data of the service, brought to this version's form. */
async function withContext(work: (ctx: Ctx) => Promise<number>): Promise<number> {
  const config = readConfig()
  const ctx = await openContext(config, { now: realNow, log: openLog(config.logLevel) })
  try {
    await migrate(ctx.db, ctx.now())
    return await work(ctx)
  } finally {
    await ctx.close()
  }
}

function helpText(): string {
  const settings = Object.entries(SETTINGS).map(([name, setting]) => {
    const fallback = 'fallback' in setting ? ` [${setting.fallback}]` : ''
    return `  ${name.padEnd(24)} ${setting.help}${fallback}`
  })
  return `Holdfast: file sync, share and backup for many organizations.

Usage: npm start                                   serve
       npm start -- <command>
       npx holdfast <command>

Commands:
  serve                         run the service (the default)
  migrate                       bring the database to this version's form and stop
  verify [--content] [--repair-counters] [--root <id>]
                                hold what is stored against itself; --content reads all bytes of all files
  verify --activity             hold the records of what happened against their hashes
  restored                      tell clients that the database is that of a backup, once, before the first start with it
  admin reset-password <email>  give an account a new password, printed once
  license issue <YYYY-MM-DD>    print a licence key that is good until the end of that day
  import-persons <organization id or slug> <file> [--commit]
                                add the accounts on a CSV list; without --commit only say what would come of it
  help                          this text

Settings (environment variables):
${settings.join('\n')}`
}
