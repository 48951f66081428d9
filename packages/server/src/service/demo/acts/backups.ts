import type { EntryId, RootId } from '@holdfast/api/ids'
import { formatUtc, MINUTE_MS } from '@holdfast/api/time'
import { createBackup } from '../../../devices/backups/create-backup.ts'
import { createRun } from '../../../devices/backups/create-run.ts'
import { enableServer } from '../../../devices/machines/enable-server.ts'
import { updateMachine } from '../../../devices/machines/update-machine.ts'
import { createMapping } from '../../../devices/mappings/create-mapping.ts'
import { currentEpoch } from '../../../platform/installation/epoch.ts'
import { DEVICES, type DeviceKey, type PersonKey } from '../cast/cast.ts'
import { type Change, contentIn, sendBatch } from '../stage/send-batch.ts'
import type { Stage } from '../stage/stage.ts'

interface BackupPart {
  device: DeviceKey
  by: PersonKey
  path: string
  /** The first run, and the last, in days before now. */
  since: number
  until: number
  unreadable?: string
}

export const BACKUPS: readonly BackupPart[] = [
  { device: 'plot-server', by: 'priya', path: '/srv/projects', since: 40, until: 1 },
  {
    ...{ device: 'plot-server', by: 'priya', path: '/srv/archive', since: 40, until: 1 },
    unreadable: 'scan/0412.tif',
  },
  { device: 'orchard-nas', by: 'noor', path: '/volume1/accounts', since: 44, until: 5 },
]

const NOTHING = { username: undefined, password: undefined }
const A_DAY = 24 * 60

/** Missed an hour after it was last there. */
const MISSED_SOON: DeviceKey = 'carla-laptop'

/** All others may be switched off for three days before they are missed. */
export async function setUpDevice(stage: Stage, key: DeviceKey): Promise<void> {
  const { ctx, clock, people, devices } = stage
  const { of } = DEVICES[key]
  clock.pass({ minutes: 3 })
  await devices.setUp(key, people.codeOf(of))
  await devices.checkIn(key)
  const owner = await people.person(of)
  if (key !== MISSED_SOON)
    await updateMachine(ctx, owner, devices.idOf(key), { health_report_period_minutes: A_DAY })
}

export async function makeFileServer(stage: Stage): Promise<void> {
  const { ctx, people, devices, shares } = stage
  const priya = await people.person('priya')
  const id = devices.idOf('plot-server')
  await enableServer(ctx, priya, id)
  await createMapping(ctx, priya, id, { rootId: shares.rootOf('hall'), path: '/srv/plans', ...NOTHING })
}

/** The backups of a day: new ones begin, and each has a run with what has changed. */
export async function backUp(stage: Stage, daysAgo: number): Promise<void> {
  for (const part of BACKUPS) {
    if (daysAgo > part.since || daysAgo < part.until) continue
    stage.clock.pass({ minutes: 7 })
    const rootId = await backupOf(stage, part)
    await run(stage, part, rootId, daysAgo === part.since ? 12 : 1)
  }
}

async function backupOf({ ctx, people, devices, backups }: Stage, part: BackupPart): Promise<RootId> {
  const key = `${part.device}${part.path}`
  const known = backups.get(key)
  if (known) return known.rootId
  const who = await people.person(part.by)
  const { id } = await createBackup(ctx, who, devices.idOf(part.device), { path: part.path, ...NOTHING })
  backups.set(key, { rootId: id, files: 0 })
  return id
}

async function run(stage: Stage, part: BackupPart, rootId: RootId, count: number): Promise<void> {
  const { ctx, clock, devices } = stage
  const agent = await devices.agent(part.device)
  const started = ctx.now()
  const kept = stage.backups.get(`${part.device}${part.path}`) ?? { rootId, files: 0 }
  const contents: Buffer[] = []
  const changes: Change[] = []
  for (let n = kept.files + 1; n <= kept.files + count; n++) {
    const title = `Sheet ${n}`
    const content = await stage.contentOf({ kind: 'sheet', title, n })
    contents.push(content)
    changes.push({ op: 'put', folder_id: 0 as EntryId, name: `${title}.xlsx`, ...contentIn(content) })
  }
  const entries = await sendBatch(ctx, agent, rootId, changes, contents)
  kept.files += count
  clock.pass({ minutes: 3 })
  const problems = part.unreadable
    ? [{ path: `${part.path}/${part.unreadable}`, reason: 'EACCES: permission denied' }]
    : []
  const { id: epoch } = await currentEpoch(ctx)
  await createRun(
    ctx,
    agent,
    { machineId: agent.machineId, rootId },
    {
      ...{ epoch, started: formatUtc(started), finished: formatUtc(started + 3 * MINUTE_MS) },
      ...{ seq: Math.max(...entries.map(({ seq }) => seq)), files: kept.files },
      ...{
        bytes: contents.reduce((sum, { length }) => sum + length, 0),
        problem_count: problems.length,
        problems,
      },
    },
  )
}
