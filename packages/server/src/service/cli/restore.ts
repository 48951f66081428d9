import { parseArgs } from 'node:util'
import { placesOf } from '../../platform/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { chooseBackup } from '../backup/manifest.ts'
import { restore } from '../backup/restore.ts'
import { tell, withPlace } from './backup.ts'
import { patientConfig, withUnopened } from './maintenance.ts'

export interface RestoreArguments {
  place: string
  backup: string | undefined
}

/** Undefined for what makes no sense. */
export function restoreArguments(args: string[]): RestoreArguments | undefined {
  const options = { backup: { type: 'string' } } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [place, ...more] = positionals
    return place && more.length === 0 ? { place, backup: values.backup } : undefined
  } catch {
    return undefined
  }
}

export const runRestore = (given: RestoreArguments): Promise<number> =>
  withUnopened((ctx) => restoreInto(ctx, given), { ...patientConfig(), logLevel: 'warn' })

export const restoreInto = (ctx: Ctx, given: RestoreArguments): Promise<number> =>
  withPlace(given.place, false, async (place) => {
    const manifest = await chooseBackup(place, given.backup)
    const { rows, epoch, damaged } = await restore(ctx, place, manifest, tell)
    const { database, blobs } = placesOf(ctx.config)
    console.log(
      `Backup ${manifest.backup} is restored to ${database} and ${blobs}: ${rows} rows, ${manifest.blobs.count} blobs. A new epoch begins: ${epoch}. Clients read everything again when they next ask.`,
    )
    for (const key of damaged)
      console.log(
        `The blob ${key} is damaged or missing in the backup: «holdfast verify --content» names its files.`,
      )
    return damaged.length === 0 ? 0 : 1
  })
