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
import { ABOUT_BACKUPS, ABOUT_PAUSE, ADMIN, MIGRATE, newEpoch, ROTATE_KEY } from '../words/upkeep.ts'
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
    console.log(applied.length > 0 ? MIGRATE.applied(applied) : MIGRATE.current)
    return 0
  } finally {
    await db.close()
  }
}

export async function runResetPassword(ctx: Ctx, email: string): Promise<number> {
  const password = await resetPassword(ctx, email)
  if (password === undefined) throw new CommandError(ADMIN.noSuchAccount(email))
  console.log(ADMIN.newPassword(email, password))
  return 0
}

export async function runRestored(ctx: Ctx): Promise<number> {
  const { id } = await beginEpoch(ctx)
  await anchorRestored(ctx)
  console.log(newEpoch(id))
  console.log(ABOUT_BACKUPS)
  console.log(ABOUT_PAUSE)
  return 0
}

export async function runRotateKey(ctx: Ctx): Promise<number> {
  const { version, sealed } = await rotateKey(ctx)
  // Signed by the new key: from here on no record counts that the old one has made.
  await anchorActivity(ctx)
  console.log(ROTATE_KEY.done(version, sealed, ctx.config.masterKeyFile))
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
