import type { EntryId } from '@holdfast/api/ids'
import { updatePolicy } from '../../../accounts/organizations/update-policy.ts'
import { undoChanges } from '../../../files/history/undo/undo-changes.ts'
import { BrakeWatch } from '../../../oversight/brakes/brake-watch.ts'
import { listBrakes } from '../../../oversight/brakes/list-brakes.ts'
import { stopBraked } from '../../../oversight/brakes/stop-braked.ts'
import type { ShareKey } from '../cast/cast.ts'
import type { Stage } from '../stage/stage.ts'
import { editFiles } from './daily-work.ts'

/** What the incident was about, for those who look at it later. */
export const LOCKED_FILES = 212
export const DELETED_FILES = 412
const AT_ONCE = 31
const MOST = 100

/**
 * A tablet gives files another extension, some each minute. It is noticed and mailed; an administrator signs it out and takes back
 * what it did, while somebody else goes on working.
 */
export async function tabletGoesWild(stage: Stage): Promise<void> {
  const { ctx, clock, devices, people, shares } = stage
  const rootId = shares.rootOf('hall')
  const ids = ['Plans', 'Quotes', 'Minutes']
    .flatMap((folder) => shares.filesOf('hall', folder))
    .slice(0, LOCKED_FILES)
    .map(({ id }) => id)
  const tablet = await devices.agent('site-tablet')
  const watch = new BrakeWatch(ctx)
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await shares.change(
      tablet,
      'hall',
      ids.slice(from, from + AT_ONCE),
      ({ entry_id, ver, parent_id, name }) => ({
        ...{ op: 'place', entry_id, if_ver: ver, folder_id: parent_id, name: `${name}.locked` },
      }),
    )
    watch.hear([`r${rootId}`])
    await watch.flush()
    clock.pass({ minutes: 1 })
    if (from === AT_ONCE || from === 3 * AT_ONCE) await annWorksOn(stage, ids)
  }
  await watch.close()
  await stage.runJobs()
  clock.pass({ minutes: 4 })
  const jonas = await people.person('jonas')
  const brake = await openBrake(stage, 'hall')
  await stopBraked(ctx, jonas, brake.id)
  devices.retire('site-tablet')
  clock.pass({ minutes: 2 })
  const wish = { root_id: rootId, from_seq: brake.first_seq, machine_id: devices.idOf('site-tablet') }
  // He looks after the devices; the files are hers.
  const undone = await undoChanges(ctx, await people.person('priya'), { ...wish, dry_run: false })
  if (undone.skipped > 0) throw new Error(`${undone.skipped} files of the incident did not come back`)
}

/** One of the files that she saves has been renamed by then. */
async function annWorksOn(stage: Stage, renamed: readonly EntryId[]): Promise<void> {
  const file = stage.shares.filesOf('hall', 'Quotes').find(({ id }) => renamed.includes(id))
  if (!file) return
  const ann = await stage.people.person('ann')
  await stage.shares.save(ann, 'hall', file, await stage.contentOf(file))
}

/** From now on, such a device is paused until somebody has looked. */
export async function pauseFromNowOn(stage: Stage): Promise<void> {
  const jonas = await stage.people.person('jonas')
  for (const key of ['brightwater', 'linden'] as const)
    await updatePolicy(stage.ctx, jonas, stage.organization(key), { device_brake: 'pause' })
  await editFiles(stage, 'office', 2)
}

/** A computer deletes a whole year, and is paused: for whoever looks at the demonstration to decide. */
export async function receptionDeletes(stage: Stage): Promise<void> {
  const { ctx, clock, devices, shares } = stage
  const ids = shares.filesOf('patients', String(stage.year - 1)).map(({ id }) => id)
  const computer = await devices.agent('Reception-PC')
  const watch = new BrakeWatch(ctx)
  for (let from = 0; from < ids.length; from += MOST) {
    await shares.change(computer, 'patients', ids.slice(from, from + MOST), ({ entry_id, ver }) => ({
      ...{ op: 'delete', entry_id, if_ver: ver },
    }))
    clock.pass({ seconds: 9 })
  }
  watch.hear([`r${shares.rootOf('patients')}`])
  await watch.flush()
  await watch.close()
  const { paused } = await openBrake(stage, 'patients')
  if (!paused) throw new Error('The computer was not paused')
}

async function openBrake({ ctx, people, shares }: Stage, share: ShareKey) {
  const wish = { open_only: true, root_id: shares.rootOf(share), limit: 1 }
  const { results } = await listBrakes(ctx, await people.person('jonas'), wish)
  const [brake] = results
  if (!brake) throw new Error(`Nothing was noticed in ${share}`)
  return brake
}
