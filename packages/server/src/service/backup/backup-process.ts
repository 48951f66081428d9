/**
 * The program that makes a backup which the service has asked for, in a process of its own: copying SQLite's file stops the
 * process that does it. It is told what to do by a message, answers by one, and ends with the process that started it.
 */
import { setPriority } from 'node:os'
import { pino } from 'pino'
import { checkStore } from '../../platform/installation/check-store.ts'
import { unlock } from '../../platform/installation/unlock.ts'
import { openContext, realNow } from '../opening/open-context.ts'
import { patient } from '../opening/patient.ts'
import { makeBackup } from './make-backup.ts'
import { openPlaceAt } from './place/open-place.ts'
import { mayCreate } from './place-owner.ts'
import type { Answer, Task } from './run-backup.ts'

// Whatever it writes is for the account that runs the service alone.
process.umask(0o077)
// Whatever somebody waits for comes first.
setPriority(10)
process.once('disconnect', () => process.exit(1))
process.once('message', (task: Task) => {
  void perform(task)
    .catch((error): Answer => ({ error: error instanceof Error ? error.message : String(error) }))
    .then((answer) => process.send?.(answer, () => process.exit(0)))
})

async function perform({ config, schedule }: Task): Promise<Answer> {
  const log = pino({ level: config.logLevel, base: { pid: process.pid } })
  const ctx = await openContext(patient(config), { now: realNow, log })
  try {
    await unlock(ctx)
    await checkStore(ctx)
    const at = { location: schedule.place }
    const place = await openPlaceAt(schedule.place, await mayCreate(ctx, at))
    try {
      const tell = (text: string) => log.info({ backup: text }, 'making a backup')
      const { manifest, copied, added, problems } = await makeBackup(ctx, place, {
        ...at,
        keep: schedule.keep,
        tell,
      })
      return { backup: manifest.backup, blobs: copied.count, bytes: added, damaged: problems.length }
    } finally {
      await place.close()
    }
  } finally {
    await ctx.close()
  }
}
