import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { encodeAttributes, isItemName, type RawName, shownName } from '../core/backup-meta.ts'
import type { SeenItem } from '../core/backup-plan.ts'
import { OpenFolder } from '../disk/open-folder.ts'
import { realPathOfFolder } from '../disk/real-path.ts'

/** A path whose names may be any bytes, one character for each. */
export type RawPath = string

/** As Node wants it. */
export const pathOf = (path: RawPath): Buffer => Buffer.from(path, 'latin1')
export const rawPathOf = (text: string): RawPath => Buffer.from(text).toString('latin1')
/** Without links; a path that is not there is taken as it stands. */
export function realPathOf(text: string): RawPath {
  try {
    return realpathSync.native(text, { encoding: 'buffer' }).toString('latin1')
  } catch {
    return rawPathOf(text)
  }
}
/** A folder is where its path says, and no link on the way leads there. */
export class FolderMoved extends Error {
  override name = 'FolderMoved'
}
/** Opens a folder that has to be where its path says: whatever others do to names on the way, nothing else is opened. */
export function openInPlace(path: RawPath): OpenFolder {
  const folder = new OpenFolder(pathOf(path))
  const real = realPathOfFolder(folder, path)
  if (real?.toString('latin1') === path) return folder
  folder[Symbol.dispose]()
  throw new FolderMoved('The folder was replaced')
}
/** Where something is, be it a link itself. */
export const realPlaceOf = (text: string): RawPath =>
  inFolder(realPathOf(dirname(text)), Buffer.from(basename(text)).toString('latin1'))
export const inFolder = (folder: RawPath, raw: RawName): RawPath =>
  folder.endsWith('/') ? folder + raw : `${folder}/${raw}`

export interface Looked extends SeenItem {
  readonly path: RawPath
  readonly device: bigint
  readonly inode: bigint
  readonly size: number
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly mtime: bigint
  /** Its newest time of change, in milliseconds. */
  readonly changedMs: number
  /** What is neither a file, a folder nor a link. */
  readonly isSpecial: boolean
}

/** An item as it is; throws as Node does. `at` is another way to it, such as by a folder that is open. */
export function look(path: RawPath, raw: RawName, at: RawPath = path): Looked {
  const stats = lstatSync(pathOf(at), { bigint: true })
  const kind = stats.isFile()
    ? 'file'
    : stats.isDirectory()
      ? 'folder'
      : stats.isSymbolicLink()
        ? 'link'
        : 'unknown'
  const { ino, birthtimeNs, nlink, size, mtimeNs, ctimeNs } = stats
  // Two names of one file have one number: it does not say which of them is which. Nor does one without a birth.
  const isTold = birthtimeNs > 0n && (kind === 'folder' || nlink === 1n)
  return {
    path,
    raw,
    kind,
    isSpecial: kind === 'unknown',
    identity: isTold ? `${ino} ${birthtimeNs}` : null,
    stamp: `${ino} ${size} ${mtimeNs} ${ctimeNs}`,
    device: stats.dev,
    inode: ino,
    size: Number(size),
    mode: Number(stats.mode) & 0o7777,
    uid: Number(stats.uid),
    gid: Number(stats.gid),
    mtime: mtimeNs,
    changedMs: Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n),
  }
}

/** What is kept of it; `raw` where the service calls it otherwise. */
export const attributesOf = ({ mode, uid, gid, mtime, kind }: Looked, raw: RawName | undefined): string =>
  encodeAttributes({ raw, mode, uid, gid, mtime, link: kind === 'link' })

/** Whether something open is where it was looked for, and not behind a link that somebody put in the place of a folder. */
export function isAt(fd: number, path: RawPath): boolean {
  if (process.platform !== 'linux') return true
  const shown = readlinkSync(`/proc/self/fd/${fd}`, { encoding: 'buffer' }).toString('latin1')
  return shown === path
}

const SLICE_MS = 5

/** Looks at what is in a folder, and in no other that is put in its place; `by` another way to it where it is open already. What cannot be read is reported by `note`, and counts as unknown. */
export async function lookInto(
  folder: RawPath,
  note: (path: RawPath, error: unknown) => void,
  by?: string,
): Promise<Looked[]> {
  const found: Looked[] = []
  let turn = performance.now() + SLICE_MS
  using open = by === undefined ? openInPlace(folder) : undefined
  const way = by ?? open?.path ?? folder
  for (const bytes of readdirSync(pathOf(way), { encoding: 'buffer' })) {
    const raw = bytes.toString('latin1')
    if (!isItemName(raw)) continue
    const path = inFolder(folder, raw)
    try {
      found.push(look(path, raw, inFolder(way, raw)))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue
      note(path, error)
      found.push(unknown(path, raw))
    }
    if (performance.now() > turn) {
      await setImmediate()
      turn = performance.now() + SLICE_MS
    }
  }
  return found
}

const unknown = (path: RawPath, raw: RawName): Looked => ({
  ...{ path, raw, kind: 'unknown', isSpecial: false, identity: null, stamp: '', device: 0n, inode: 0n },
  ...{ size: 0, mode: 0, uid: 0, gid: 0, mtime: 0n, changedMs: 0 },
})

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

/** To be read by people. */
export const shownPath = (path: RawPath): string => shownName(path)
