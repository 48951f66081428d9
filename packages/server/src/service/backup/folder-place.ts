import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupPlace, Shelf } from './place.ts'

/** What is not complete yet has such a name, which no list shows. */
const BEGUN = /^\./

/** Blobs lie in 256 folders by the first two letters of their keys. */
export async function openFolderPlace(dir: string, create: boolean): Promise<BackupPlace> {
  if (create) await mkdir(dir, { recursive: true, mode: 0o700 })
  else await stat(dir)
  const folderOf = (shelf: Shelf, name: string) =>
    path.join(dir, shelf, ...(shelf === 'blobs' ? [name.slice(0, 2)] : []))
  return {
    async put(shelf, name, bytes) {
      const folder = folderOf(shelf, name)
      // Pieces come one by one; blobs are asked for again by the same name. So a kill leaves one, or one that is used.
      const begun = path.join(folder, shelf === 'blobs' ? `.${name}` : '.begun')
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(path.dirname(folder))
      {
        await using file = await open(begun, 'w', 0o600)
        await file.writeFile(bytes)
        await file.datasync()
      }
      await rename(begun, path.join(folder, name))
      await syncFolder(folder)
    },
    get: (shelf, name) => readFile(path.join(folderOf(shelf, name), name)).catch(ignoreMissing),
    async *list(shelf) {
      const names = (await readdir(path.join(dir, shelf)).catch(ignoreMissing)) ?? []
      if (shelf === 'backups') yield names.filter((name) => !BEGUN.test(name))
      else
        for (const folder of names)
          yield (await readdir(path.join(dir, shelf, folder))).filter((name) => !BEGUN.test(name))
    },
    delete: (shelf, name) => rm(path.join(folderOf(shelf, name), name), { force: true }),
    close: async () => {},
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
