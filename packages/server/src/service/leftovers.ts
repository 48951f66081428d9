import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { sweepThumbnails } from '../files/reading/sweep-thumbnails.ts'
import type { Ctx } from '../platform/context.ts'

const LOOK_EVERY_MS = 20 * MINUTE_MS
/** A process at work has a file by its name for moments. */
const LEFT_AFTER_MS = 30 * MINUTE_MS

/**
 * Removes what killed processes left in the data folder, and thumbnails of what is gone, now and then; gives the way to stop. Each process does it for
 * itself, since servers on other machines have data folders of their own.
 */
export function startRemovingLeftovers(ctx: Ctx, everyMs = LOOK_EVERY_MS): () => void {
  const look = async () => {
    try {
      await removeLeftovers(ctx)
      await sweepThumbnails(ctx)
    } catch (error) {
      ctx.log.warn({ err: error }, 'leftover files could not be removed')
    }
  }
  void look()
  const timer = setInterval(look, everyMs).unref()
  return () => clearInterval(timer)
}

async function removeLeftovers({ config, content, now }: Ctx): Promise<void> {
  // These lose their names as soon as they are opened, and are of no use by them.
  await removeOld(content.tempDir, () => true, now())
  // A message that is complete has another name. Were its writer still there, it would try again.
  await removeOld(path.join(config.dataDir, 'outbox'), (name) => /^\..*\.tmp$/.test(name), now())
}

async function removeOld(dir: string, isOurs: (name: string) => boolean, now: Instant): Promise<void> {
  const names = await readdir(dir).catch(ignoreMissing)
  for (const name of names?.filter(isOurs) ?? []) {
    const file = path.join(dir, name)
    const found = await stat(file).catch(ignoreMissing)
    if (found && found.mtimeMs < now - LEFT_AFTER_MS) await rm(file, { force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
