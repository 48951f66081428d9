import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { builtFolder } from '../frame/built.ts'

export const AGENT_FOLDER = builtFolder('agent')

/** The one file for every machine with Node, and programs that need nothing. */
export const FOR_NODE = 'holdfast-agent.mjs'
const PROGRAMS = /^holdfast-agent-linux-(x64|arm64)$/

/** A form of the agent that people can take from this server. */
export interface AgentFile {
  name: string
  file: string
  size: number
  sha256: string
}

const hashes = new Map<string, Promise<string>>()

/**
 * What was built, read again each time: a build may come while the service runs. A program of another build than the file
 * for Node is left out.
 */
export async function listAgentFiles(folder = AGENT_FOLDER): Promise<AgentFile[]> {
  const names = await readdir(folder).catch((): string[] => [])
  if (!names.includes(FOR_NODE)) return []
  const forNode = await findFile(folder, FOR_NODE)
  const isOfSameBuild = async (name: string): Promise<boolean> =>
    (await readFile(path.join(folder, `${name}.of`), 'utf8').catch(() => '')) === forNode.sha256
  const programs = names.filter((name) => PROGRAMS.test(name)).sort()
  const same = await Promise.all(programs.map(isOfSameBuild))
  const offered = programs.filter((_, n) => same[n]).map((name) => findFile(folder, name))
  return [...(await Promise.all(offered)), forNode]
}

export async function findFile(folder: string, name: string): Promise<AgentFile> {
  const file = path.join(folder, name)
  const { size, mtimeMs } = await stat(file)
  return { name, file, size, sha256: await hashOnce(file, mtimeMs) }
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
