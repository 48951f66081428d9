import { existsSync } from 'node:fs'
import type { BlobsLocation } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { unlock } from '../../platform/installation/unlock.ts'
import { MasterKeyError } from '../../platform/secrets/master-key-file.ts'
import { type Expected, expectedBy } from '../backup/expected.ts'
import { isUsed } from '../backup/fill-installation.ts'
import type { BackupName } from '../backup/place/names.ts'
import { openPlaceAt, readPlace } from '../backup/place/open-place.ts'
import type { BackupPlace } from '../backup/place/place.ts'
import { repairPlace } from '../backup/repair-place.ts'
import { type Verified, verifyBackups } from '../backup/verify-backup.ts'
import { VERIFY_BACKUPS } from '../words/verify.ts'
import { patientConfig, withContext, withUnopened } from './maintenance.ts'

interface Given {
  place: string
  backup: BackupName | undefined
  fingerprint: string | undefined
  repair: boolean
}

/** Nothing is wrong, but nobody knows who made them. */
const ORIGIN_NOT_CHECKED = 3

const report = (problem: string): void => console.log(`${problem}.`)

export async function runVerifyBackups(given: Given): Promise<number> {
  const location = readPlace(given.place)
  const place = await openPlaceAt(location, false)
  try {
    if (given.repair) return await withContext((ctx) => repair(ctx, place, location, given))
    const expected = given.fingerprint ? { fingerprint: given.fingerprint } : await ask(place, location)
    return tell(await verifyBackups(place, only(given), expected, report), expected)
  } finally {
    await place.close()
  }
}

const only = ({ backup }: Given) => (backup === undefined ? undefined : [backup])

/** The installation that the settings name, where there is one. */
async function ask(place: BackupPlace, location: BlobsLocation): Promise<Expected> {
  const config = { ...patientConfig(), logLevel: 'silent' }
  const nobody: Expected = { fingerprint: undefined }
  if (config.database.kind === 'sqlite' && !existsSync(config.database.file)) return nobody
  let expected = nobody
  await withUnopened(async (ctx) => {
    if (!(await isUsed(ctx.db))) return 0
    try {
      await unlock(ctx)
    } catch (error) {
      if (error instanceof MasterKeyError) return 0
      throw error
    }
    expected = await expectedBy(ctx, place, location)
    return 0
  }, config)
  return expected
}

async function repair(ctx: Ctx, place: BackupPlace, location: BlobsLocation, given: Given): Promise<number> {
  const expected = await expectedBy(ctx, place, location)
  const found = await verifyBackups(place, only(given), expected, report)
  if (found.problems === 0) return tell(found, expected)
  const repaired = await repairPlace(ctx, place, found.damaged)
  console.log(VERIFY_BACKUPS.copiedAgain(repaired))
  return tell(await verifyBackups(place, only(given), expected, report), expected)
}

function tell({ problems, newest, ...read }: Verified, { fingerprint }: Expected): number {
  const isProven = fingerprint !== undefined
  const sentences = [
    VERIFY_BACKUPS.result(problems, read),
    newest ? VERIFY_BACKUPS.newest(newest) : VERIFY_BACKUPS.noneWhole,
    ...(problems === 0 && !isProven ? [VERIFY_BACKUPS.originNotChecked] : []),
  ]
  console.log(sentences.join(' '))
  if (problems > 0) return 1
  return isProven ? 0 : ORIGIN_NOT_CHECKED
}
