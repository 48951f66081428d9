import { loadEnvFile } from 'node:process'
import { nearest } from '@holdfast/api/nearest'
import { ConfigError, readConfig, readDemoConfig } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { API_VERSION, VERSION } from '../../platform/installation/version.ts'
import { COMMANDS, type CommandName } from '../words/help.ts'
import { CANNOT_START, USING } from '../words/start.ts'
import { CommandError, explain } from './command-error.ts'
import { exitCodeOf } from './exit-codes.ts'
import { allHelp, helpOn, usageOf } from './help.ts'

const SERVE = 'serve'

type Run = (args: string[]) => Promise<number>

/** What a command needs is loaded when it runs: help and a misspelt word are answered at once. */
const RUN: Record<CommandName, Run> = {
  serve: async (args) => {
    refuseArguments('serve', args)
    const { serve } = await import('./serve.ts')
    return serve(readConfig())
  },
  demo: async (args) => {
    refuseArguments('demo', args)
    const { runDemo } = await import('./demo.ts')
    return runDemo(readDemoConfig())
  },
  migrate: async (args) => {
    const { migrateArguments, runMigrations } = await import('./maintenance.ts')
    return runMigrations(migrateArguments(args) ?? misused('migrate'))
  },
  verify: async (args) => {
    const { verifyArguments, runVerify } = await import('./verify.ts')
    const given = verifyArguments(args) ?? misused('verify')
    return withContext((ctx) => runVerify(ctx, given))
  },
  backup: async (args) => {
    const { backupArguments, runBackup } = await import('./backup.ts')
    return runBackup(backupArguments(args) ?? misused('backup'))
  },
  restore: async (args) => {
    const { restoreArguments, runRestore } = await import('./restore.ts')
    return runRestore(restoreArguments(args) ?? misused('restore'))
  },
  drill: async (args) => {
    const { restoreArguments } = await import('./restore.ts')
    const { runDrill } = await import('./drill.ts')
    const given = restoreArguments(args)
    return runDrill(given && !given.withoutKey ? given : misused('drill'))
  },
  move: async (args) => {
    const { moveArguments, runMove } = await import('./move.ts')
    return runMove(moveArguments(args) ?? misused('move'))
  },
  moved: async (args) => {
    const { movedArguments, runMoved } = await import('./moved.ts')
    return runMoved(movedArguments(args) ?? misused('moved'))
  },
  restored: async (args) => {
    refuseArguments('restored', args)
    const { runRestored, withContext: open } = await import('./maintenance.ts')
    // Saying so makes this the installation now.
    return open(runRestored, { takeOver: true })
  },
  'resume-retention': async (args) => {
    refuseArguments('resume-retention', args)
    const { runResumeRetention } = await import('./resume-retention.ts')
    return withContext(runResumeRetention)
  },
  'rotate-key': async (args) => {
    refuseArguments('rotate-key', args)
    const { runRotateKey } = await import('./maintenance.ts')
    return withContext(runRotateKey)
  },
  admin: async ([action, email, ...rest]) => {
    if (action !== 'reset-password' || !email || rest.length > 0) return misused('admin')
    const { runResetPassword } = await import('./maintenance.ts')
    return withContext((ctx) => runResetPassword(ctx, email))
  },
  license: async ([action, lastDay, ...rest]) => {
    if (action !== 'issue' || lastDay === undefined || rest.length > 0) return misused('license')
    const { runLicense } = await import('./license.ts')
    return withContext((ctx) => runLicense(ctx, lastDay))
  },
  'new-customer': async (args) => {
    const { customerArguments, runNewCustomer } = await import('./new-customer.ts')
    const given = customerArguments(args) ?? misused('new-customer')
    return withContext((ctx) => runNewCustomer(ctx, given))
  },
  'import-persons': async (args) => {
    const { importArguments, runImport } = await import('./import-persons.ts')
    const given = importArguments(args) ?? misused('import-persons')
    return withContext((ctx) => runImport(ctx, given))
  },
  version: async (args) => {
    refuseArguments('version', args)
    return say(`Holdfast ${VERSION} (API ${API_VERSION}, Node ${process.versions.node})`)
  },
  help: async ([about]) => say(about === undefined ? allHelp() : helpOn(known(about))),
}

async function withContext(work: (ctx: Ctx) => Promise<number>): Promise<number> {
  const { withContext: open } = await import('./maintenance.ts')
  return open(work)
}

/** Runs one command of the `holdfast` command line, tells what it could not do, and gives its exit code. */
export async function runProgram(given: string[]): Promise<number> {
  try {
    return await runCommand(given)
  } catch (error) {
    const isRead = serves(given) && !process.stderr.isTTY
    const tell = isRead ? (await import('./log.ts')).logFatal : console.error
    if (error instanceof ConfigError) tell(CANNOT_START.settings(error.message))
    else if (error instanceof CommandError) tell(error.message)
    else tell(CANNOT_START.unexpected, error)
    return serves(given) ? exitCodeOf(error) : 1
  }
}

/** Whether it is the service, whose lines programs read where there is no terminal. */
const serves = (given: readonly string[]): boolean =>
  given.every((arg, n) => arg === SERVE || arg.startsWith('--env-file') || given[n - 1] === '--env-file')

async function runCommand(given: string[]): Promise<number> {
  try {
    const [command = SERVE, ...args] = withoutEnvFile(given)
    if (command === '--help' || command === '-h') return say(allHelp())
    if (command === '--version') return await RUN.version([])
    const name = known(command)
    return await (args.includes('--help') || args.includes('-h') ? say(helpOn(name)) : RUN[name](args))
  } catch (error) {
    throw explain(error)
  }
}

/** Reads the settings of `--env-file`, wherever it stands; those that are set already stay as they are. */
function withoutEnvFile(args: string[]): string[] {
  const at = args.findIndex((arg) => arg === '--env-file' || arg.startsWith('--env-file='))
  if (at === -1) return args
  const isApart = args[at] === '--env-file'
  const file = isApart ? args[at + 1] : args[at]?.slice('--env-file='.length)
  if (!file) throw new CommandError(USING.noEnvFile)
  try {
    loadEnvFile(file)
  } catch (error) {
    throw new CommandError(USING.badEnvFile(file, (error as Error).message))
  }
  return args.toSpliced(at, isApart ? 2 : 1)
}

function known(command: string): CommandName {
  if (Object.hasOwn(COMMANDS, command)) return command as CommandName
  throw new CommandError(USING.unknown(command, nearest(command, Object.keys(COMMANDS))))
}

const misused = (name: CommandName): never => {
  throw new CommandError(USING.usage(usageOf(name)))
}

function refuseArguments(name: CommandName, rest: readonly string[]): void {
  if (rest.length > 0) throw new CommandError(USING.noArguments(name))
}

function say(text: string): number {
  console.log(text)
  return 0
}
