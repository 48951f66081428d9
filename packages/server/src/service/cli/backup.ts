import { parseArgs } from 'node:util'
import { sizeInWords } from '@holdfast/api/sizes'
import { makeBackup } from '../backup/make-backup.ts'
import { listBackups, readManifest } from '../backup/manifest.ts'
import { openPlace } from '../backup/open-place.ts'
import type { BackupPlace } from '../backup/place.ts'
import { verifyBackups } from '../backup/verify-backup.ts'
import { withContext } from './maintenance.ts'

export type BackupArguments = { place: string } & (
  | { kind: 'make'; keep: number | undefined; takeOver: boolean }
  | { kind: 'list' }
  | { kind: 'verify'; backup: string | undefined }
)

/** Undefined for what makes no sense. */
export function backupArguments(args: string[]): BackupArguments | undefined {
  const flag = { type: 'boolean', default: false } as const
  const options = {
    keep: { type: 'string' },
    'take-over': flag,
    list: flag,
    backup: { type: 'string' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const { keep, list, backup, 'take-over': takeOver } = values
    const verify = positionals.length === 2 && positionals[0] === 'verify'
    const place = verify ? positionals[1] : positionals[0]
    if (!place || positionals.length > (verify ? 2 : 1)) return undefined
    const makes = keep !== undefined || takeOver
    if (verify) return makes || list ? undefined : { kind: 'verify', place, backup }
    if (backup !== undefined || (list && makes)) return undefined
    if (list) return { kind: 'list', place }
    if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) return undefined
    return { kind: 'make', place, keep: keep === undefined ? undefined : Number(keep), takeOver }
  } catch {
    return undefined
  }
}

export const tell = (text: string): void => console.log(text)

export async function runBackup(given: BackupArguments): Promise<number> {
  if (given.kind === 'list') return withPlace(given.place, false, list)
  if (given.kind === 'verify') return withPlace(given.place, false, (place) => verify(place, given.backup))
  return withContext((ctx) =>
    withPlace(given.place, true, async (place) => {
      const { keep, takeOver } = given
      const { manifest, copied, problems } = await makeBackup(ctx, place, { keep, takeOver, tell })
      for (const key of problems)
        console.log(
          `The blob ${key} is damaged or missing in the service: «holdfast verify --content» names its files.`,
        )
      console.log(
        `Backup ${manifest.backup} is complete: ${copied.count} of ${manifest.blobs.count} blobs were new, ${sizeInWords(copied.bytes, 'en')}. The master key is not in it: keep ${ctx.config.masterKeyFile} apart.`,
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
  const place = await openPlace(given, create)
  return work(place).finally(() => place.close())
}

async function list(place: BackupPlace): Promise<number> {
  for (const name of await listBackups(place)) {
    const { version, tables, blobs, keys, damaged } = await readManifest(place, name)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const key = keys.at(-1)
    console.log(
      `${name}  ${rows} rows, ${blobs.count} blobs (${sizeInWords(blobs.bytes, 'en')}), by Holdfast ${version}, master key ${key?.id} (version ${key?.version})${damaged.length > 0 ? `, ${damaged.length} blobs damaged` : ''}`,
    )
  }
  return 0
}

async function verify(place: BackupPlace, backup: string | undefined): Promise<number> {
  const { backups, pieces, blobs, problems } = await verifyBackups(
    place,
    backup ? [backup] : undefined,
    (problem) => console.log(`${problem}.`),
  )
  const extent = `${backups} backups, ${pieces} pieces and ${blobs} blobs read`
  console.log(problems === 0 ? `The backups are whole: ${extent}.` : `${problems} problems: ${extent}.`)
  return problems === 0 ? 0 : 1
}
