import { parseArgs } from 'node:util'
import { placesOf } from '../../platform/config.ts'
import { chooseBackup } from '../backup/manifest.ts'
import { restore } from '../backup/restore.ts'
import { tell, withPlace } from './backup.ts'
import { withUnopened } from './maintenance.ts'

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
  withUnopened((ctx) =>
    withPlace(given.place, false, async (place) => {
      const manifest = await chooseBackup(place, given.backup)
      const { rows, epoch } = await restore(ctx, place, manifest, tell)
      const { database, blobs } = placesOf(ctx.config)
      console.log(
        `Backup ${manifest.backup} is restored to ${database} and ${blobs}: ${rows} rows, ${manifest.blobs.count} blobs. A new epoch begins: ${epoch}. Clients read everything again when they next ask.`,
      )
      return 0
    }),
  )
