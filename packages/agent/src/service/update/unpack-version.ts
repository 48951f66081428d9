import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { UPDATE } from '../../words/program.ts'
import { COMMAND, type Place } from '../place.ts'
import { UserError } from '../user-error.ts'
import type { Downloads } from './download.ts'
import type { Release } from './release.ts'

const PARTS = [
  { name: COMMAND, mode: 0o755 },
  { name: 'holdfast-agent.mjs', mode: 0o644 },
]
const run = promisify(execFile)

/** What is signed, as it came. */
export interface SignedList {
  readonly text: Buffer
  readonly signature: Buffer
}

/** As install.sh names them. */
export const versionId = ({ version }: Release, { text }: SignedList): string =>
  `${version}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`

/** Puts a version beside the others, after all of it was checked and has said its version. The current one stays as it is. */
export async function unpackVersion(
  place: Place,
  downloads: Downloads,
  release: Release,
  list: SignedList,
): Promise<string> {
  const id = versionId(release, list)
  // As deep as it will be: its link to the Node already leads there.
  const work = mkdtempSync(path.join(place.folder, 'versions', '.new-'))
  try {
    for (const { name, mode } of PARTS)
      await downloads.large(name, fileOf(release, name), { file: path.join(work, name), mode })
    symlinkSync(await findRuntime(place, downloads, release, work), path.join(work, 'node'))
    writeFileSync(path.join(work, 'release'), list.text)
    writeFileSync(path.join(work, 'release.sig'), list.signature)
    await checkRuns(path.join(work, COMMAND), release)
    const target = place.version(id)
    // One that did not come up before, perhaps.
    rmSync(target, { recursive: true, force: true })
    renameSync(work, target)
    chmodSync(target, 0o755)
    return id
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Where `node` of a version leads to: the Node of the release, which is often here already, or the one that runs this. */
async function findRuntime(
  place: Place,
  downloads: Downloads,
  release: Release,
  work: string,
): Promise<string> {
  const name = `node-linux-${process.arch}.gz`
  const listed = release.files.get(name)
  if (!listed) return process.execPath
  const id = listed.sha256.slice(0, 16)
  const target = place.runtime(id)
  if (!existsSync(path.join(target, 'node'))) {
    const fresh = path.join(work, 'runtime')
    mkdirSync(fresh)
    await downloads.large(name, listed, {
      file: path.join(fresh, 'node'),
      mode: 0o755,
      through: createGunzip(),
    })
    mkdirSync(path.dirname(target), { recursive: true })
    rmSync(target, { recursive: true, force: true })
    renameSync(fresh, target)
  }
  // By the way from one version's folder: the place can be moved as a whole.
  return path.join('../../runtimes', id, 'node')
}

function fileOf(release: Release, name: string) {
  const file = release.files.get(name)
  if (!file) throw new UserError(UPDATE.notInRelease(name))
  return file
}

async function checkRuns(command: string, release: Release): Promise<void> {
  const { stdout } = await run(command, ['version']).catch((error: { stderr?: string }) => {
    throw new UserError(UPDATE.doesNotRun(String(error.stderr ?? error).trim()))
  })
  if (!stdout.startsWith(`holdfast-agent ${release.version} `))
    throw new UserError(UPDATE.otherName(stdout.trim()))
}

/** Keeps the current version and the one before; Nodes that neither of them runs on are removed, too. */
export function removeOldVersions(place: Place, keep: readonly string[]): void {
  for (const id of readdirSync(path.join(place.folder, 'versions')))
    if (!keep.includes(id)) rmSync(place.version(id), { recursive: true, force: true })
  const used = new Set(keep.map((id) => path.basename(path.dirname(nodeOf(place.version(id))))))
  const runtimes = path.join(place.folder, 'runtimes')
  for (const id of existsSync(runtimes) ? readdirSync(runtimes) : [])
    if (!used.has(id)) rmSync(place.runtime(id), { recursive: true, force: true })
}

/** Where its Node is; nowhere for a version that is one program. */
function nodeOf(version: string): string {
  try {
    return readlinkSync(path.join(version, 'node'))
  } catch {
    return ''
  }
}

export const readList = (place: Place, id: string): SignedList => ({
  text: readFileSync(path.join(place.version(id), 'release')),
  signature: readFileSync(path.join(place.version(id), 'release.sig')),
})
