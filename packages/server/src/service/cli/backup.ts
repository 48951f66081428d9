import { parseArgs } from 'node:util'
import { sizeInWords } from '@holdfast/api/sizes'
import type { KeepRules } from '../../platform/config/config.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import { readFingerprint } from '../../platform/secrets/signature.ts'
import { listBackups, readManifest, rowCount } from '../backup/form/manifest.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { BackupError } from '../backup/place/backup-error.ts'
import { type BackupName, isBackupName } from '../backup/place/names.ts'
import { openPlaceAt, readPlace } from '../backup/place/open-place.ts'
import type { BackupPlace } from '../backup/place/place.ts'
import { checkStillOwn, findMark, mayCreate } from '../backup/place-owner.ts'
import { removeBackup } from '../backup/remove-old-backups.ts'
import { BACKUP } from '../words/backup.ts'
import { withContext } from './maintenance.ts'
import { runVerifyBackups } from './verify-backups.ts'

export type BackupArguments = { place: string } & (
  | { kind: 'make'; keep: KeepRules | undefined; takeOver: boolean; newPlace: boolean }
  | { kind: 'list' }
  | { kind: 'remove'; backup: BackupName }
  | { kind: 'verify'; backup: BackupName | undefined; fingerprint: string | undefined; repair: boolean }
)

const flag = { type: 'boolean', default: false } as const
const value = { type: 'string' } as const
const OPTIONS = {
  ...{ keep: value, 'keep-daily': value, 'keep-weekly': value, 'keep-monthly': value },
  ...{ 'take-over': flag, 'new-place': flag },
  ...{ list: flag, remove: value },
  ...{ backup: value, fingerprint: value, repair: flag },
} as const

/** Undefined for what makes no sense. */
export function backupArguments(args: string[]): BackupArguments | undefined {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const isVerify = positionals.length === 2 && positionals[0] === 'verify'
    const place = positionals[isVerify ? 1 : 0]
    if (!place || positionals.length > (isVerify ? 2 : 1)) return undefined
    const { list, remove, backup, fingerprint, repair, 'take-over': takeOver, 'new-place': newPlace } = values
    const keep = keepRules(values)
    const isMake = keep !== undefined || takeOver || newPlace
    const isLook = backup !== undefined || fingerprint !== undefined || repair
    const kinds = [isMake, isLook || isVerify, list, remove !== undefined].filter(Boolean).length
    if (kinds > 1 || (isLook && !isVerify)) return undefined
    if (isVerify)
      return {
        kind: 'verify',
        place,
        backup: backup === undefined ? undefined : named(backup),
        fingerprint: fingerprint === undefined ? undefined : givenFingerprint(fingerprint),
        repair,
      }
    if (remove !== undefined) return { kind: 'remove', place, backup: named(remove) }
    return list ? { kind: 'list', place } : { kind: 'make', place, keep, takeOver, newPlace }
  } catch (error) {
    if (error instanceof BackupError) throw error
    return undefined
  }
}

type Given = Partial<Record<'keep' | 'keep-daily' | 'keep-weekly' | 'keep-monthly', string>>

function keepRules(given: Given): KeepRules | undefined {
  const number = (text: string | undefined) => {
    if (text !== undefined && !/^[1-9]\d{0,5}$/.test(text)) throw new Error(`${text} is not a count`)
    return text === undefined ? undefined : Number(text)
  }
  const rules = {
    last: number(given.keep),
    daily: number(given['keep-daily']),
    weekly: number(given['keep-weekly']),
    monthly: number(given['keep-monthly']),
  }
  return Object.values(rules).every((rule) => rule === undefined) ? undefined : rules
}

export function named(text: string): BackupName {
  if (isBackupName(text)) return text
  throw new BackupError(BACKUP.noSuchName(text))
}

export function givenFingerprint(text: string): string {
  const fingerprint = readFingerprint(text)
  if (fingerprint) return fingerprint
  throw new BackupError(BACKUP.noFingerprint(text))
}

export const tell = (text: string): void => console.log(text)

export async function runBackup(given: BackupArguments): Promise<number> {
  if (given.kind === 'list') return withPlace(given.place, false, list)
  if (given.kind === 'verify') return runVerifyBackups(given)
  if (given.kind === 'remove') return remove(given)
  const { keep, takeOver, newPlace } = given
  const at = { location: readPlace(given.place), takeOver, newPlace }
  return withContext(async (ctx) =>
    withPlace(given.place, await mayCreate(ctx, at), async (place) => {
      const { manifest, copied, added, problems, fingerprint } = await makeBackup(ctx, place, {
        ...at,
        keep,
        tell,
      })
      for (const key of problems) console.log(BACKUP.damagedBlob(key))
      console.log(
        BACKUP.complete({
          ...{ name: manifest.backup, copied: copied.count, of: manifest.blobs.count, fingerprint },
          ...{ added: sizeInWords(added, 'en'), keyFile: ctx.config.masterKeyFile },
        }),
      )
      return problems.length === 0 ? 0 : 1
    }),
  )
}

export async function withPlace(
  given: string,
  create: boolean,
  work: (place: BackupPlace) => Promise<number>,
): Promise<number> {
  const place = await openPlaceAt(readPlace(given), create)
  return work(place).finally(() => place.close())
}

/** One that cannot be read hides no other. */
async function list(place: BackupPlace): Promise<number> {
  let code = 0
  for (const name of await listBackups(place))
    try {
      const { manifest, fingerprint } = await readManifest(place, name)
      const { version, blobs, keys, damaged } = manifest
      const key = keys.at(-1)
      console.log(
        BACKUP.listed({
          ...{ name, rows: rowCount(manifest), version, fingerprint, damaged: damaged.length },
          ...{ blobs: blobs.count, size: sizeInWords(blobs.bytes, 'en') },
          key: `${key?.id} (version ${key?.version})`,
        }),
      )
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      console.log(BACKUP.unreadable(name, error.message))
      code = 1
    }
  return code
}

const remove = ({ place: given, backup }: { place: string; backup: BackupName }): Promise<number> =>
  withContext((ctx) =>
    withPlace(given, false, async (place) => {
      const mark = await findMark(place)
      const { id: epoch } = await currentEpoch(ctx)
      if (mark === undefined || mark === 'damaged') throw new BackupError(BACKUP.noMark)
      await checkStillOwn(place, { id: mark.id, epoch })
      if (!(await listBackups(place)).includes(backup)) throw new BackupError(BACKUP.noSuchBackup(backup))
      await removeBackup(ctx, place, mark, backup)
      console.log(BACKUP.removed(backup))
      return 0
    }),
  )
