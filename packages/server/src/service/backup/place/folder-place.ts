import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { severalAtOnce } from '../../../platform/basics/several-at-once.ts'
import { BACKUP_LOCATION } from '../../words/backup.ts'
import { BackupError } from './backup-error.ts'
import type { Shelf } from './names.ts'
import { type BackupPlace, type Listed, strict } from './place.ts'

/** What is not complete yet has a dot before its name. The next call for the same thing uses it again. */
const BEGUN = '.'
const SIZES_AT_ONCE = 32

/** Blobs and pieces are in 256 folders by the first two letters of their names. */
export async function openFolderPlace(dir: string, create: boolean): Promise<BackupPlace> {
  if (create) await mkdir(dir, { recursive: true, mode: 0o700 })
  else
    await stat(dir).catch((error) => {
      if (error.code !== 'ENOENT') throw error
      throw new BackupError(BACKUP_LOCATION.noFolder(dir))
    })
  const folderOf = (shelf: Shelf, name: string) =>
    path.join(dir, shelf, ...(shelf === 'backups' ? [] : [name.slice(0, 2)]))
  return strict({
    async put(shelf, name, bytes) {
      const folder = folderOf(shelf, name)
      const begun = path.join(folder, BEGUN + name)
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(path.dirname(folder))
      try {
        {
          await using file = await open(begun, 'w', 0o600)
          await file.writeFile(bytes)
          await file.datasync()
        }
        await rename(begun, path.join(folder, name))
      } catch (error) {
        await rm(begun, { force: true }).catch(() => {})
        throw error
      }
      await syncFolder(folder)
    },
    get: (shelf, name) => readFile(path.join(folderOf(shelf, name), name)).catch(ignoreMissing),
    async *list(shelf) {
      const top = path.join(dir, shelf)
      if (shelf === 'backups') yield await listFolder(top)
      else
        for (const folder of (await readdir(top).catch(ignoreMissing)) ?? [])
          if (folder.length === 2) yield await listFolder(path.join(top, folder))
    },
    delete: (shelf, name) => rm(path.join(folderOf(shelf, name), name), { force: true }),
    close: async () => {},
  })
}

async function listFolder(folder: string): Promise<Listed[]> {
  const listed: Listed[] = []
  const names = (await readdir(folder).catch(ignoreMissing)) ?? []
  await severalAtOnce(names, SIZES_AT_ONCE, async (name) => {
    if (name.startsWith(BEGUN)) return
    const found = await stat(path.join(folder, name)).catch(ignoreMissing)
    if (found?.isFile()) listed.push({ name, size: found.size })
  })
  return listed
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
