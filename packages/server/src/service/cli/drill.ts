import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { DRILL } from '../words/backup.ts'
import { patientConfig, withUnopened } from './maintenance.ts'
import { type RestoreArguments, restoreInto } from './restore.ts'
import { runVerify } from './verify.ts'

const NAME = 'drill-'
const NOTHING = { activity: false, content: false, repair: false, root: undefined }

/** Restores into a folder that is removed afterwards, also that of a call that was cut off. 1 when anything is wrong. */
export async function runDrill(given: RestoreArguments): Promise<number> {
  const config = patientConfig()
  for (const name of await readdir(config.dataDir).catch(() => []))
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length)))) await remove(config, name)
  const name = `${NAME}${process.pid}`
  const dataDir = path.join(config.dataDir, name)
  const scratch: Config = {
    ...config,
    logLevel: 'warn',
    dataDir,
    database: { kind: 'sqlite', file: path.join(dataDir, 'holdfast.db') },
    blobs: { kind: 'disk', dir: path.join(dataDir, 'blobs') },
  }
  try {
    return await withUnopened(async (ctx) => {
      const codes = [
        await restoreInto(ctx, given),
        await runVerify(ctx, { ...NOTHING, content: true }),
        await runVerify(ctx, { ...NOTHING, activity: true }),
      ]
      const isWhole = codes.every((code) => code === 0)
      console.log(isWhole ? DRILL.passed : DRILL.failed)
      return isWhole ? 0 : 1
    }, scratch)
  } finally {
    await remove(config, name)
  }
}

const remove = ({ dataDir }: Config, name: string): Promise<void> =>
  rm(path.join(dataDir, name), { recursive: true, force: true })

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
