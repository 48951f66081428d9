import { parseArgs } from 'node:util'
import { type Config, placesOf } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { chooseBackup, type Origin, originByKey } from '../backup/choose-backup.ts'
import { listBackups } from '../backup/form/manifest.ts'
import type { Lost } from '../backup/lost-key-queries.ts'
import { BackupError } from '../backup/place/backup-error.ts'
import type { BackupName } from '../backup/place/names.ts'
import type { BackupPlace } from '../backup/place/place.ts'
import { restore } from '../backup/restore.ts'
import { ABOUT_PAUSE } from './about-pause.ts'
import { givenFingerprint, named, tell, withPlace } from './backup.ts'
import { ABOUT_BACKUPS, patientConfig, withUnopened } from './maintenance.ts'

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
    console.log(
      `Backup ${manifest.backup} is restored to ${database} and ${blobs}: ${rows} rows, ${manifest.blobs.count} blobs. A new epoch begins: ${epoch}. Clients read everything again when they next ask.`,
    )
    if (takeOver)
      console.log(
        'The store belongs to this installation from now on. What was stored since the backup stays in it: nothing is deleted until “holdfast verify --content” has found all whole, and 30 days are over.',
      )
    if (lost) console.log(tellLost(ctx, lost))
    for (const key of damaged)
      console.log(
        `The blob ${key} is damaged or missing in the backup: “holdfast verify --content” names its files.`,
      )
    return damaged.length === 0 ? 0 : 1
  })

async function originOf(ctx: Ctx, place: BackupPlace, given: RestoreArguments): Promise<Origin> {
  if (!given.withoutKey) return originByKey(ctx)
  if (given.fingerprint !== undefined) return { kind: 'known', fingerprints: [given.fingerprint] }
  if (given.unproven !== undefined) return { kind: 'unproven', backup: given.unproven }
  const newest = given.backup ?? (await listBackups(place)).at(-1)
  throw new BackupError(
    `Without the master key, only the fingerprint of your installation proves that it made these backups. Give it with --fingerprint: it was shown at the first start and after each backup. If that is lost too, whoever can write to this place may have changed people, passwords and files in the backup, and could sign in as an administrator after the restore. To restore it all the same, call the command again with --unproven ${newest ?? '<name of the backup>'}`,
  )
}

const tellLost = (
  { config }: Ctx,
  lost: Lost,
): string => `Files, people, passwords and sign-ins are back. Lost with the master key:
- ${lost.authenticators} authenticators: their people are mailed codes instead. All backup keys of two-step verification.
- the addresses of ${lost.links} share links and their subscribers: each has a new one, to be sent again.
- the passwords of ${lost.directories} directories: set them again.
- ${lost.jobs} jobs that were waiting, such as mails; licence keys that were issued; what proves that records of activity are the ones that were made.
The new master key is in ${config.masterKeyFile}: keep a copy of it apart.`
