import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { builtFolder } from '../frame/built.ts'

const FOLDER = builtFolder('agent')

/** The one file for every machine with Node, and programs that need nothing. */
const NAMES = /^holdfast-agent(\.mjs|-linux-(x64|arm64))$/

/** A form of the agent that people can take from this server. */
export interface AgentFile {
  name: string
  file: string
  size: number
  sha256: string
}

const hashes = new Map<string, Promise<string>>()

/** What was built, read anew each time: a build may come while the service runs. */
export async function listAgentFiles(folder = FOLDER): Promise<AgentFile[]> {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names
      .filter((name) => NAMES.test(name))
      .sort()
      .map(async (name) => {
        const file = path.join(folder, name)
        const { size, mtimeMs } = await stat(file)
        return { name, file, size, sha256: await hashOnce(file, mtimeMs) }
      }),
  )
}

function hashOnce(file: string, changedAt: number): Promise<string> {
  const key = `${changedAt} ${file}`
  const known = hashes.get(key)
  if (known) return known
  const hash = createHash('sha256')
  const found = pipeline(createReadStream(file), hash).then(() => hash.digest('hex'))
  hashes.set(key, found)
  found.catch(() => hashes.delete(key))
  return found
}
