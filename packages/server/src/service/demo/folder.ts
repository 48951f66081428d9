import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DemoFigures } from '../words/demo.ts'

/** What is known of a demonstration that was made. */
export interface Demonstration {
  /** Of all accounts. */
  password: string
  figures: DemoFigures
}

/** In the folder of a demonstration: that it is one, and whole. */
const MARK = 'demonstration.json'
/** In it while it is made, so that one that was cut off is known from anything else. */
const MAKING = '.demonstration-making'

/**
 * Gives the demonstration in a folder. Where there is none yet, `make` makes it in a folder inside, from where it is moved once it is
 * whole. Undefined for a folder with anything else in it, which stays as it is.
 */
export async function demonstrationIn(
  folder: string,
  make: (folder: string) => Promise<Demonstration>,
): Promise<Demonstration | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const known = await readMark(folder)
  if (known) return known
  const making = path.join(folder, MAKING)
  const isMade = (await readMark(making)) !== undefined
  if (!isMade) {
    const names = await readdir(folder)
    if (names.some((name) => name !== MAKING)) return undefined
    await rm(making, { recursive: true, force: true })
    await mkdir(making, { mode: 0o700 })
    await writeFile(path.join(making, MARK), JSON.stringify(await make(making)), { mode: 0o600 })
  }
  await moveUp(making, folder)
  return readMark(folder)
}

/** The mark last: one that was cut off goes on with the rest. */
async function moveUp(making: string, folder: string): Promise<void> {
  const names = (await readdir(making)).filter((name) => name !== MARK)
  for (const name of [...names, MARK]) await rename(path.join(making, name), path.join(folder, name))
  await rm(making, { recursive: true })
}

async function readMark(folder: string): Promise<Demonstration | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, MARK), 'utf8')) as Demonstration
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
