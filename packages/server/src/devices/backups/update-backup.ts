import type { BackupSchedule } from '@holdfast/api/devices/backups'
import { authorizeMachine } from '../../access/machines.ts'
import { checkTimeOfDay } from '../../accounts/organizations/settings.ts'
import { refuse } from '../../errors.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import { announce } from '../../platform/db/news.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { holdMachine, named } from '../../records/machines.ts'
import { type BackupPath, getBackupRow } from './get-backup.ts'
import { type BackupRow, setSchedule } from './queries.ts'

type Schedule = Omit<BackupSchedule, 'type' | 'root_id'>

const BY_THE_AGENT: Schedule = { every_minutes: null, window_start: null, window_end: null, paused: false }

export const scheduleOf = ({ schedule }: Pick<BackupRow, 'schedule'>): Schedule => ({
  ...BY_THE_AGENT,
  ...JSON.parse(schedule ?? '{}'),
})

const scheduleView = (row: BackupRow, schedule = scheduleOf(row)): BackupSchedule => ({
  type: 'backup_schedule',
  root_id: row.root_id,
  ...schedule,
})

export async function getSchedule(ctx: Ctx, who: PersonPrincipal, path: BackupPath): Promise<BackupSchedule> {
  await authorizeMachine(ctx.db.read, who, path.machineId)
  return scheduleView(await getBackupRow(ctx.db.read, path))
}

/** Changes what is given of when a backup is made. The device learns of it whenever it is connected. */
export async function updateBackup(
  ctx: Ctx,
  who: PersonPrincipal,
  path: BackupPath,
  { every_minutes, window_start, window_end, paused }: Partial<Schedule>,
): Promise<BackupSchedule> {
  return ctx.db.write(async (tx) => {
    await holdMachine(tx, path.machineId)
    const machine = await authorizeMachine(tx, who, path.machineId)
    const backup = await getBackupRow(tx, path)
    const now = scheduleOf(backup)
    const change = differing({ every_minutes, window_start, window_end, paused }, now)
    if (Object.keys(change).length === 0) return scheduleView(backup)
    const schedule = { ...now, ...change }
    for (const field of ['window_start', 'window_end'] as const) checkTimeOfDay(schedule[field], field)
    if ((schedule.window_start === null) !== (schedule.window_end === null))
      refuse('window_start', 'set both the start and the end of the window, or neither')
    await setSchedule(tx, path.rootId, schedule)
    const on = { machine: named(machine), about: backup.path }
    await recordActivity(tx, who, 'backup_updated', on, ctx.now())
    announce(tx, `m${machine.id}`)
    return scheduleView(backup, schedule)
  })
}
