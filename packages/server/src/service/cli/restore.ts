import { parseArgs } from 'node:util'
import { type Config, placesOf } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { chooseBackup, type Origin, originByKey } from '../backup/choose-backup.ts'
import { listBackups } from '../backup/form/manifest.ts'
import { BackupError } from '../backup/place/backup-error.ts'
import type { BackupName } from '../backup/place/names.ts'
import type { BackupPlace } from '../backup/place/place.ts'
import { restore } from '../backup/restore.ts'
import { RESTORE } from '../words/backup.ts'
import { ABOUT_BACKUPS, ABOUT_PAUSE, newEpoch } from '../words/upkeep.ts'
import { givenFingerprint, named, tell, withPlace } from './backup.ts'
import { patientConfig, withUnopened } from './maintenance.ts'

export interface RestoreArguments {
  place: string
  backup: BackupName | undefined
  withoutKey: boolean
  /** Of the installation whose backup it is to be, from paper. */
  fingerprint: string | undefined
  /** The backup to take although nobody knows who made it. */
  unproven: BackupName | undefined
  takeOver: boolean
}

/** Undefined for what makes no sense. */
export function restoreArguments(args: string[]): RestoreArguments | undefined {
  const flag = { type: 'boolean', default: false } as const
  const value = { type: 'string' } as const
  const options = {
    ...{ backup: value, fingerprint: value, unproven: value },
    ...{ 'without-key': flag, 'take-over': flag },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [place, ...more] = positionals
    const { backup, fingerprint, unproven, 'without-key': withoutKey, 'take-over': takeOver } = values
    if (!place || more.length > 0) return undefined
    // Anyone who has the key needs no other proof.
    if (!withoutKey && (fingerprint !== undefined || unproven !== undefined)) return undefined
    if (unproven !== undefined && (fingerprint !== undefined || backup !== undefined)) return undefined
    return {
      place,
      backup: backup === undefined ? undefined : named(backup),
      withoutKey,
      fingerprint: fingerprint === undefined ? undefined : givenFingerprint(fingerprint),
      unproven: unproven === undefined ? undefined : named(unproven),
      takeOver,
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    return undefined
  }
}

export async function runRestore(given: RestoreArguments): Promise<number> {
  const config: Config = { ...patientConfig(), logLevel: 'warn' }
  const code = await withUnopened((ctx) => restoreInto(ctx, given), config)
  console.log(ABOUT_BACKUPS)
  console.log(ABOUT_PAUSE)
  return code
}

export const restoreInto = (ctx: Ctx, given: RestoreArguments): Promise<number> =>
  withPlace(given.place, false, async (place) => {
    const manifest = await chooseBackup(place, given.backup, await originOf(ctx, place, given), tell)
    const { withoutKey, takeOver } = given
    const { rows, epoch, damaged, lost } = await restore(ctx, place, manifest, { withoutKey, takeOver, tell })
    const { database, blobs } = placesOf(ctx.config)
    const done = RESTORE.done({ name: manifest.backup, database, blobs, rows, count: manifest.blobs.count })
    console.log(`${done} ${newEpoch(epoch)}`)
    if (takeOver) console.log(RESTORE.takenOver)
    if (lost) console.log(RESTORE.lost(lost, ctx.config.masterKeyFile))
    for (const key of damaged) console.log(RESTORE.damagedBlob(key))
    return damaged.length === 0 ? 0 : 1
  })

async function originOf(ctx: Ctx, place: BackupPlace, given: RestoreArguments): Promise<Origin> {
  if (!given.withoutKey) return originByKey(ctx)
  if (given.fingerprint !== undefined) return { kind: 'known', fingerprints: [given.fingerprint] }
  if (given.unproven !== undefined) return { kind: 'unproven', backup: given.unproven }
  const newest = given.backup ?? (await listBackups(place)).at(-1)
  throw new BackupError(RESTORE.unproven(newest))
}
