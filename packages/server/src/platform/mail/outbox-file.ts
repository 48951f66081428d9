import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { diskOutage } from '../basics/outage.ts'

export interface OutboxLog {
  info(details: object, message: string): void
}

/** Writes one message and gives its file name. */
export type OutboxWriter = (content: string | Buffer) => Promise<string>

/**
 * A folder for messages that are not sent but kept. Names sort in the order of writing; a file is there
 * complete and on disk, readable by its owner only, or not there at all.
 */
export function outboxWriter(
  dir: string,
  extension: '.eml' | '.txt',
  now: () => number,
  randomId: () => string,
): OutboxWriter {
  let count = 0
  return async (content) => {
    const stamp = new Date(now()).toISOString().replace(/[-:]/g, '')
    // The count keeps the order of messages written within one millisecond.
    const name = `${stamp}-${String(count++).padStart(6, '0')}-${randomId()}${extension}`
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await writeAtomically(dir, name, content)
    return name
  }
}

async function writeAtomically(dir: string, name: string, content: string | Buffer): Promise<void> {
  const temp = path.join(dir, `.${name}.tmp`)
  try {
    await writeAndSync(temp, content)
    await rename(temp, path.join(dir, name))
  } catch (error) {
    await rm(temp, { force: true })
    throw diskOutage(error, 'disk') ?? error
  }
  await syncFolder(dir) // or the new name may not outlive a power cut
}

async function writeAndSync(file: string, content: string | Buffer): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  await handle.writeFile(content)
  await handle.sync()
}

async function syncFolder(dir: string): Promise<void> {
  await using handle = await open(dir, 'r')
  await handle.sync()
}
