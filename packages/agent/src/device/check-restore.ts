import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { whyNotToSync } from '../disk/forbidden-folders.ts'
import { inWords, refuseNetworkPath } from './list-folders.ts'

/**
 * Throws, in words, where a backup cannot be written to a folder. It need not be there yet. Nothing is done to it: that it can
 * be written to now is no promise for later.
 */
export async function checkRestore(
  folder: string,
  { ownFolders, allowedFolders }: { ownFolders: readonly string[]; allowedFolders: readonly string[] },
): Promise<void> {
  refuseNetworkPath(folder)
  if (!path.isAbsolute(folder)) throw new Error(`${folder} does not begin at the top.`)
  try {
    const { there, missing } = await nearest(folder)
    // Links lead elsewhere: what counts is where the files would be.
    const real = path.join(await realpath(there), ...missing)
    const whyNot = whyNotToSync(real, { others: [], allowed: allowedFolders }) ?? whyOwn(real, ownFolders)
    if (whyNot) throw new Refused(whyNot)
    if (!(await stat(there)).isDirectory()) throw new Refused(`${there} is no folder.`)
    await access(there, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw error instanceof Refused ? error : new Error(inWords(folder, error), { cause: error })
  }
}

class Refused extends Error {
  override name = 'Refused'
}

/** What of a path is there, and the names that are not. */
async function nearest(folder: string): Promise<{ there: string; missing: string[] }> {
  const missing: string[] = []
  for (let there = folder; ; there = path.dirname(there)) {
    const found = await stat(there).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (found || path.dirname(there) === there) return { there, missing }
    missing.unshift(path.basename(there))
  }
}

const whyOwn = (folder: string, own: readonly string[]): string | undefined =>
  own.some((one) => folder === one || folder.startsWith(one + path.sep))
    ? 'The agent keeps what it knows there.'
    : undefined
