import { parseArgs } from 'node:util'
import { type Config, placesOf } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Lost } from '../backup/lost-key-queries.ts'
import { chooseBackup } from '../backup/manifest.ts'
import { restore } from '../backup/restore.ts'
import { tell, withPlace } from './backup.ts'
import { ABOUT_BACKUPS, patientConfig, withUnopened } from './maintenance.ts'

export interface RestoreArguments {
  place: string
  backup: string | undefined
  withoutKey: boolean
  takeOver: boolean
}

/** Undefined for what makes no sense. */
export function restoreArguments(args: string[]): RestoreArguments | undefined {
  const flag = { type: 'boolean', default: false } as const
  const options = { backup: { type: 'string' }, 'without-key': flag, 'take-over': flag } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [place, ...more] = positionals
    return place && more.length === 0
      ? {
          place,
          backup: values.backup,
          withoutKey: values['without-key'],
          takeOver: values['take-over'],
        }
      : undefined
  } catch {
    return undefined
  }
}

export async function runRestore(given: RestoreArguments): Promise<number> {
  const config: Config = { ...patientConfig(), logLevel: 'warn' }
  const code = await withUnopened((ctx) => restoreInto(ctx, given), config)
  console.log(ABOUT_BACKUPS)
  return code
}

export const restoreInto = (ctx: Ctx, given: RestoreArguments): Promise<number> =>
  withPlace(given.place, false, async (place) => {
    const manifest = await chooseBackup(place, given.backup)
    const { withoutKey, takeOver } = given
    const { rows, epoch, damaged, lost } = await restore(ctx, place, manifest, { withoutKey, takeOver, tell })
    const { database, blobs } = placesOf(ctx.config)
    console.log(
      `Backup ${manifest.backup} is restored to ${database} and ${blobs}: ${rows} rows, ${manifest.blobs.count} blobs. A new epoch begins: ${epoch}. Clients read everything again when they next ask.`,
    )
    if (takeOver)
      console.log(
        'The store belongs to this installation from now on. What was stored since the backup stays in it: nothing is deleted until «holdfast verify --content» has found all whole, and 30 days are over.',
      )
    if (lost) console.log(tellLost(ctx, lost))
    for (const key of damaged)
      console.log(
        `The blob ${key} is damaged or missing in the backup: «holdfast verify --content» names its files.`,
      )
    return damaged.length === 0 ? 0 : 1
  })

const tellLost = (
  { config }: Ctx,
  lost: Lost,
): string => `Files, people, passwords and sign-ins are back. Lost with the master key:
- ${lost.authenticators} authenticators: their people are mailed codes instead. All backup keys of two-step verification.
- the addresses of ${lost.links} share links and their subscribers: each has a new one, to be sent again.
- the passwords of ${lost.directories} directories: set them again.
- ${lost.jobs} jobs that were waiting, such as mails; licence keys that were issued; what proves that records of activity are the ones that were made.
The new master key is in ${config.masterKeyFile}: keep a copy of it apart.`
