import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const OPTIONS = { env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' }, maxBuffer: 64 * 1024 * 1024 }

export interface Unzipped {
  /** Ends in a slash where it is a folder. */
  path: string
  modified: Date
  /** A folder has none. */
  bytes: Buffer | undefined
}

/** Takes a zip apart with the `unzip` of this machine, which must find no fault with it. In the order of paths. */
export async function unzip(zip: Buffer): Promise<Unzipped[]> {
  return withZip(zip, async (file, folder) => {
    // An empty zip is one for which it has a status of its own.
    if (zip.length === 22) return []
    await run('unzip', ['-q', file, '-d', folder], OPTIONS)
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    const items = found.map(async (item): Promise<Unzipped> => {
      const full = path.join(item.parentPath, item.name)
      const name = path.relative(folder, full)
      const { mtime: modified } = await stat(full)
      if (item.isDirectory()) return { path: `${name}/`, modified, bytes: undefined }
      return { path: name, modified, bytes: await readFile(full) }
    })
    return (await Promise.all(items)).sort((a, b) => (a.path < b.path ? -1 : 1))
  })
}

/** What `unzip` says of a zip when it tests all of it; throws where it is not faultless. */
export const testZip = (zip: Buffer): Promise<string> =>
  withZip(zip, async (file) => (await run('unzip', ['-t', file], OPTIONS)).stdout)

/** The paths in a zip, in its own order. */
export const zipPaths = (zip: Buffer): Promise<string[]> =>
  withZip(zip, async (file) => {
    const { stdout } = await run('unzip', ['-Z1', file], OPTIONS)
    return stdout.split('\n').filter(Boolean)
  })

async function withZip<T>(zip: Buffer, work: (file: string, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-zip-'))
  try {
    const file = path.join(folder, 'test.zip')
    await writeFile(file, zip)
    return await work(file, path.join(folder, 'content'))
  } finally {
    await rm(folder, { recursive: true })
  }
}
