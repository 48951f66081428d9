/**
 * The program that verifies everything when the service is asked for it, in a process of its own: statements over many rows of
 * SQLite stop the process that asks them. It is told what to do by a message, answers by one, and ends with the process that
 * started it.
 */
import { setPriority } from 'node:os'
import { pino } from 'pino'
import { verifyBytes, verifyContents } from '../../oversight/verify/content/verify-content.ts'
import { verifyRecords } from '../../oversight/verify/verify-records.ts'
import type { Config } from '../../platform/config/config.ts'
import { checkStore } from '../../platform/installation/check-store.ts'
import { unlock } from '../../platform/installation/unlock.ts'
import { openContext, realNow } from '../opening/open-context.ts'
import { patient } from '../opening/patient.ts'
import type { Answer } from './run-verify.ts'

// Whatever it writes is for the account that runs the service alone.
process.umask(0o077)
// Whatever somebody waits for comes first.
setPriority(10)
process.once('disconnect', () => process.exit(1))
process.once('message', (config: Config) => {
  void perform(config)
    .catch((error): Answer => ({ error: error instanceof Error ? error.message : String(error) }))
    .then((answer) => process.send?.(answer, () => process.exit(0)))
})

async function perform(config: Config): Promise<Answer> {
  const log = pino({ level: config.logLevel, base: { pid: process.pid } })
  const ctx = await openContext(patient(config), { now: realNow, log })
  let problems = 0
  const count = () => {
    problems++
  }
  try {
    await unlock(ctx)
    await checkStore(ctx)
    const roots = await verifyRecords(ctx.db.read, undefined, count)
    const chunks = await verifyBytes(ctx.content, undefined, count)
    await verifyContents(ctx.db.read, undefined, count)
    return { roots, chunks, problems }
  } finally {
    await ctx.close()
  }
}
