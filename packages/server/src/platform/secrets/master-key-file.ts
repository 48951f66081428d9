import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { MasterKey } from './keys.ts'

const SECRET_LENGTH = 32
/** What is sealed has one byte for the version. */
const MOST_VERSIONS = 255
const LINE = /^(\d{1,3}) ([A-Za-z0-9_-]{43})$/

const HEADING = `# The master key of a Holdfast installation, one line for each version. With this file and the database, anyone can read the
# secrets in it. Without this file, the service cannot start again. Keep a copy, separate from the backups of the database.
`

/** The key is missing, wrong or spoilt; the message says what to do about it. */
export class MasterKeyError extends Error {
  override name = 'MasterKeyError'
}

/** The keys in a file, from the oldest to the newest; undefined if there is no file. */
export async function readMasterKeys(file: string): Promise<MasterKey[] | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  const keys = lines.map((line) => parsed(line))
  if (keys.length === 0 || keys.some((key, n) => key?.version !== n + 1))
    throw new MasterKeyError(
      `${file} is not a valid master key file. Copy the unchanged key file of this installation there (HOLDFAST_MASTER_KEY_FILE).`,
    )
  return keys as MasterKey[]
}

function parsed(line: string): MasterKey | undefined {
  const [, version, text = ''] = LINE.exec(line) ?? []
  const secret = Buffer.from(text, 'base64url')
  return secret.length === SECRET_LENGTH ? { version: Number(version), secret } : undefined
}

/** Makes the first key. If another process has just made one there, that one counts. */
export async function makeMasterKey(file: string, random: (bytes: number) => Buffer): Promise<MasterKey[]> {
  const keys = [{ version: 1, secret: random(SECRET_LENGTH) }]
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const written = await writeBeside(file, keys, random)
  try {
    // Unlike renaming, it never takes the place of a key that is there.
    await link(written, file)
    await syncFolder(path.dirname(file))
    return keys
  } catch (error) {
    const there = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readMasterKeys(file) : undefined
    if (!there) throw error
    return there
  } finally {
    await rm(written, { force: true })
  }
}

/** Adds a version to the file. The older ones stay in it: old copies of the database and old records need them. */
export async function addMasterKey(
  file: string,
  known: readonly MasterKey[],
  random: (bytes: number) => Buffer,
): Promise<MasterKey[]> {
  if (known.length >= MOST_VERSIONS)
    throw new MasterKeyError(`${file} already has the maximum of ${MOST_VERSIONS} versions.`)
  const keys = [...known, { version: known.length + 1, secret: random(SECRET_LENGTH) }]
  await rename(await writeBeside(file, keys, random), file)
  await syncFolder(path.dirname(file))
  return keys
}

async function writeBeside(
  file: string,
  keys: readonly MasterKey[],
  random: (bytes: number) => Buffer,
): Promise<string> {
  const name = `${file}.${random(6).toString('hex')}`
  await using handle = await open(name, 'wx', 0o600)
  const lines = keys.map(({ version, secret }) => `${version} ${secret.toString('base64url')}\n`)
  await handle.writeFile(HEADING + lines.join(''))
  await handle.sync()
  return name
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
