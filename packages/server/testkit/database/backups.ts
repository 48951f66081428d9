import type { BlobsLocation, Config } from '../../src/platform/config/config.ts'
import type { Ctx } from '../../src/platform/context.ts'
import { chooseBackup, type Origin, originByKey } from '../../src/service/backup/choose-backup.ts'
import { type BackupOptions, type Made, makeBackup } from '../../src/service/backup/make-backup.ts'
import { openPlaceAt, readPlace } from '../../src/service/backup/place/open-place.ts'
import type { BackupPlace } from '../../src/service/backup/place/place.ts'
import { mayCreate } from '../../src/service/backup/place-owner.ts'
import { type Restored, restore } from '../../src/service/backup/restore.ts'
import type { Place } from '../servers/stacks.ts'
import { atPlace } from './installation.ts'

const tell = () => {}

const locationOf = (given: string | BlobsLocation): BlobsLocation =>
  typeof given === 'string' ? readPlace(given) : given

/** What the command `backup` does, in this process; at a place that behaves in its own way, where one is given. */
export async function backUp(
  ctx: Ctx,
  given: string | BlobsLocation,
  { place, ...options }: Partial<BackupOptions> & { place?: BackupPlace } = {},
): Promise<Made> {
  const location = locationOf(given)
  const opened = place ?? (await openPlaceAt(location, await mayCreate(ctx, { ...options, location })))
  return makeBackup(ctx, opened, { keep: undefined, tell, ...options, location }).finally(() =>
    place ? undefined : opened.close(),
  )
}

interface RestoreOptions {
  config?: Partial<Config>
  withoutKey?: boolean
  takeOver?: boolean
  origin?: Origin
}

/** What the command `restore` does with the newest backup, in this process. */
export async function restoreTo(
  target: Place,
  given: string | BlobsLocation,
  { config = {}, withoutKey = false, takeOver = false, origin }: RestoreOptions = {},
): Promise<Restored> {
  const place = await openPlaceAt(locationOf(given), false)
  return atPlace(
    target,
    async (ctx) => {
      const manifest = await chooseBackup(place, undefined, origin ?? (await originByKey(ctx)), tell)
      return restore(ctx, place, manifest, { withoutKey, takeOver, tell })
    },
    config,
  ).finally(() => place.close())
}
