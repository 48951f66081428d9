import { opendir, readFile } from 'node:fs/promises'
import { MAX_DEVICE_PATH, MAX_LISTED_FOLDERS } from '@holdfast/api/devices/device-fields'
import { inWords } from './gate/find-folder.ts'
import type { Gate } from './gate/gate.ts'
import type { Asker } from './gate/rules.ts'
import { within } from './within.ts'

const MAX_BYTES = 900 * 1024
/** So many items are looked at for folders among them. */
const MAX_LOOKED_AT = 200_000

/** What a person can choose from: the names of the folders in a folder, or where disks are without one. No files. */
export async function listFolders(
  gate: Pick<Gate, 'browse'>,
  path: string | undefined,
  asker: Asker,
): Promise<string[]> {
  if (path === undefined) return volumesIn(await readFile('/proc/self/mounts', 'utf8').catch(() => ''))
  const { found, isShown } = gate.browse(path, asker)
  using folder = found
  const names: string[] = []
  let looked = 0
  try {
    for await (const item of await opendir(Buffer.from(folder.folder.path) as unknown as string, {
      encoding: 'buffer' as BufferEncoding,
    })) {
      if (++looked > MAX_LOOKED_AT) break
      const name = item.isDirectory() ? textOf(item.name as unknown as Buffer) : undefined
      if (name !== undefined && isShown(name)) names.push(name)
    }
  } catch (error) {
    throw inWords(path, error)
  }
  return within(names.sort(), { count: MAX_LISTED_FOLDERS, bytes: MAX_BYTES })
}

/** File systems that hold files of people, by the table of a Linux kernel. */
const DISKS =
  /^(ext[234]|xfs|btrfs|zfs|f2fs|jfs|reiserfs|bcachefs|vfat|exfat|ntfs3?|fuseblk|hfsplus|apfs|nfs4?|cifs|smb3|9p|fuse\.\w+)$/
/** A system mounts these for itself. */
const OF_THE_SYSTEM = /^\/(boot|dev|proc|sys|run\/(?!media\/)|snap|var\/lib\/(docker|containers|snapd))(\/|$)/

export function volumesIn(mounts: string): string[] {
  const found = mounts.split('\n').flatMap((line) => {
    const [, at = '', type = ''] = line.split(' ')
    const path = at.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    return DISKS.test(type) && !OF_THE_SYSTEM.test(path) ? path : []
  })
  return [...new Set(['/', ...found.sort()])].slice(0, MAX_LISTED_FOLDERS)
}

/** Undefined for names that are no text, which nobody could give back. */
function textOf(name: Buffer): string | undefined {
  const text = name.toString('utf8')
  return Buffer.from(text).equals(name) && text.length <= MAX_DEVICE_PATH ? text : undefined
}
