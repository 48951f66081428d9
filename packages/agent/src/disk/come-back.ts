import { closeSync, constants, openSync } from 'node:fs'
import path from 'node:path'
import { formatDate, type Instant } from '@holdfast/api/time'
import { conflictName } from '../core/conflict-name.ts'
import type { Bin, Binned } from './bin.ts'
import { contentIdOf } from './cut.ts'
import type { CuttingThread } from './cutting-thread.ts'
import { giveName } from './give-name.ts'
import { openNearest } from './open-folder.ts'
import type { OpenTop } from './open-top.ts'
import { chunksOf } from './read-file.ts'

/**
 * Puts something from the bin back to where it was, under the first of these names that nothing has; where its folder is no
 * more, into the nearest one above. Gives its path, from the top.
 */
export function comeBack(
  top: OpenTop,
  bin: Bin,
  { key, from }: Binned,
  names: (name: string) => Iterable<string>,
): string {
  using folder = openNearest(top, path.posix.dirname(from))
  for (const name of names(path.posix.basename(from))) {
    const fromTop = path.posix.join(folder.way, name)
    const named = giveName(top, bin.place(top, key), { path: folder.folder.at(name), fromTop })
    if (named === 'taken') continue
    bin.drop(top, key)
    return fromTop
  }
  throw new Error(`There is no name left for ${from}`)
}

/**
 * What a program has written to after it went to the bin comes back: under its name if it was removed, for edits beat
 * deletes, and as a conflict copy where something has its place.
 */
export async function returnWritten(
  top: OpenTop,
  bin: Bin,
  thread: CuttingThread,
  { now, machine, how }: { now: () => Instant; machine: () => string; how: 'all' | 'newest' },
): Promise<void> {
  for (const binned of bin.listWritten(top, how)) {
    const content = await contentIn(bin.place(top, binned.key).path, binned.item.size, thread)
    const conflict = { date: formatDate(now()), machine: machine(), content }
    comeBack(top, bin, binned, function* (name) {
      if (binned.why === 'removed') yield name
      for (let number = 1; ; number++) yield conflictName({ ...conflict, name }, number)
    })
  }
}

async function contentIn(file: string, size: number, thread: CuttingThread): Promise<string> {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return contentIdOf(await chunksOf(fd, size, thread))
  } finally {
    closeSync(fd)
  }
}
