import { parseArgs } from 'node:util'
import { anchorActivity, anchorRestored } from '../../oversight/activity/anchor-activity.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { bringToForm } from '../../platform/installation/bring-to-form.ts'
import { checkStore } from '../../platform/installation/check-store.ts'
import { beginEpoch } from '../../platform/installation/epoch.ts'
import { checkNotMoved } from '../../platform/installation/moved.ts'
import { rotateKey } from '../../platform/installation/rotate-key.ts'
import { unlock } from '../../platform/installation/unlock.ts'
import { resetPassword } from '../../sign-in/password-reset/reset-password.ts'
import { openContext, openDatabase, realNow } from '../opening/open-context.ts'
import { patient } from '../opening/patient.ts'
import { ABOUT_PAUSE } from './about-pause.ts'
import { CommandError } from './command-error.ts'
import { openLog } from './log.ts'

/** Someone waits, who can interrupt what takes long. */
export const patientConfig = (): Config => patient(readConfig())

export interface MigrateArguments {
  /** Names of servers that are gone for good. */
  despite: string[]
}

/** Undefined for what makes no sense. */
export function migrateArguments(args: string[]): MigrateArguments | undefined {
  try {
    const { values } = parseArgs({ args, options: { despite: { type: 'string', multiple: true } } })
    return { despite: values.despite ?? [] }
  } catch {
    return undefined
  }
}

export async function runMigrations({ despite }: MigrateArguments): Promise<number> {
  const config = patientConfig()
  const log = openLog(config.logLevel)
  const db = await openDatabase(config.database, log)
  try {
    await checkNotMoved({ db })
    // What was applied is what the command prints.
    const quiet = log.child({}, { level: 'warn' })
    const applied = await bringToForm({ db, now: realNow, log: quiet }, { despite })
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    return 0
  } finally {
    await db.close()
  }
}

export async function runResetPassword(ctx: Ctx, email: string): Promise<number> {
  const password = await resetPassword(ctx, email)
  if (password === undefined) throw new CommandError(`Nobody has the address ${email}.`)
  console.log(`New password of ${email}: ${password}\nAll its devices are signed out; a lock is lifted.`)
  return 0
}

/** For a caller that has just started a new epoch. */
export const ABOUT_BACKUPS =
  'Where the old installation made its backups, this one is refused: give it another place (HOLDFAST_BACKUP_URL), or, if the old one is gone for good, call «holdfast backup <place> --take-over» once.'

export async function runRestored(ctx: Ctx): Promise<number> {
  const { id } = await beginEpoch(ctx)
  await anchorRestored(ctx)
  console.log(`A new epoch begins: ${id}. Clients read everything again when they next ask.`)
  console.log(ABOUT_BACKUPS)
  console.log(ABOUT_PAUSE)
  return 0
}

export async function runRotateKey(ctx: Ctx): Promise<number> {
  const { version, sealed } = await rotateKey(ctx)
  // Signed by the new key: from here on no record counts that the old one has made.
  await anchorActivity(ctx)
  console.log(
    `The master key has version ${version} now; ${sealed} secrets were sealed by it. Copy ${ctx.config.masterKeyFile} to all other servers and to where it is kept apart, then start them.`,
  )
  return 0
}

/** Works on the data of the service, brought to this version's form; also on what was moved away, where that is to be back. */
export const withContext = (
  work: (ctx: Ctx) => Promise<number>,
  given: { takeOver?: boolean; back?: boolean } = {},
): Promise<number> =>
  withUnopened(async (ctx) => {
    if (!given.back) await checkNotMoved(ctx)
    await bringToForm(ctx)
    await unlock(ctx)
    await checkStore(ctx, given)
    return work(ctx)
  })

/** Works on a database and a store that there need be nothing in yet. */
export async function withUnopened(
  work: (ctx: Ctx) => Promise<number>,
  config = patientConfig(),
): Promise<number> {
  const ctx = await openContext(config, { now: realNow, log: openLog(config.logLevel) })
  try {
    return await work(ctx)
  } finally {
    await ctx.close()
  }
}
