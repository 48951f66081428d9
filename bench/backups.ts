import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { createFolderInRoot } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Place } from '@holdfast/server/testkit/servers/stacks'
import { trust } from './alone.ts'
import { uploadRequest } from './data.ts'
import { ACCOUNT, type Holdfast, MAIN, settingsOf, startHoldfast } from './holdfast.ts'
import { LoadClient } from './load.ts'
import type { Options } from './options.ts'
import { openGround } from './place.ts'
import { endedCpuMs, memoryMib } from './process-cost.ts'
import { renderTable } from './table.ts'

/** Half of the bytes in files that the database holds, half in larger ones; 50,000 files are 1.2 GB. */
const KINDS = [
  { size: 2_000, share: 0.2 },
  { size: 8_000, share: 0.3 },
  { size: 16_000, share: 0.24 },
  { size: 32_000, share: 0.16 },
  { size: 120_000, share: 0.1 },
]
const FILES = { full: 50_000, quick: 2000 }
const NEW_FILES = { count: 500, size: 13_600 }
const FOLDERS = 100
const LOOK_EVERY_MS = 20

interface Run {
  /** CPU seconds of all its processes. */
  cpu: number
  /** The most that its processes have held, in MiB. */
  memory: number
  /** By how many bytes its place has grown. */
  added: number
}

/**
 * Backups beside restic's, of the same installation at the same moments: the first, one with nothing changed, and one after 500 new
 * files. restic cannot copy a database that is in use, so it gets a copy made for it, which counts.
 */
export async function benchBackups(options: Options, signal: AbortSignal): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'holdfast-bench-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const { place } = await openGround('sqlite+disk', dir, resources)
  const server = await startHoldfast({ place, logLevel: 'warn', signal })
  resources.defer(() => server.stop())
  trust(place)
  const files = options.quick ? FILES.quick : FILES.full
  const upload = await uploader(server, await LoadClient.compile(dir, signal))
  console.error(`… ${files} files`)
  for (const { size, share } of KINDS) await upload(Math.round(files * share), size)
  const programs = { Holdfast: await holdfast(place, dir), restic: await restic(place, dir) }
  const rows: string[][] = []
  const measure = async (what: string) => {
    for (const [name, run] of Object.entries(programs)) {
      console.error(`… ${what}, ${name}`)
      const { cpu, memory, added } = await run()
      rows.push([what, name, (added / 1e6).toFixed(2), cpu.toFixed(1), memory.toFixed(0)])
    }
  }
  await measure('the first')
  await measure('nothing changed')
  const { count, size } = NEW_FILES
  await upload(count, size)
  await measure(`after ${count} new files, ${((count * size) / 1e6).toFixed(1)} MB`)
  const headings = [
    `${files.toLocaleString('en')} files`,
    'Program',
    'Added, MB',
    'CPU, s',
    'Most memory, MiB',
  ]
  return renderTable(headings, rows)
}

async function uploader(server: Holdfast, load: LoadClient) {
  const client = new Client({ baseUrl: server.url })
  await client.signIn(ACCOUNT.email, ACCOUNT.password)
  const root_id = (await client.call(getOwnPerson, {})).root_id as RootId
  const authorization = `Authorization: Bearer ${client.session?.accessToken}`
  const folders: EntryId[] = []
  for (let n = 0; n < FOLDERS; n++)
    folders.push((await client.call(createFolderInRoot, { root_id, name: `Folder ${n}` })).id)
  let first = 0
  return async (requests: number, size: number) => {
    const request = { ...uploadRequest(root_id, folders, size), headers: [authorization] }
    await load.run({ port: server.port, connections: 16, requests, first }, request)
    first += requests
  }
}

async function holdfast(place: Place, dir: string): Promise<() => Promise<Run>> {
  const kept = path.join(dir, 'kept')
  const env = { ...process.env, ...settingsOf(place), HOLDFAST_LOG_LEVEL: 'warn' }
  return () => costOf(kept, [[process.execPath, [MAIN, 'backup', kept]]], env)
}

async function restic(place: Place, dir: string): Promise<() => Promise<Run>> {
  if (place.database.kind !== 'sqlite' || place.blobs.kind !== 'disk') throw new Error('restic copies files')
  const { file } = place.database
  const kept = path.join(dir, 'restic')
  const copy = path.join(dir, 'copy.db')
  const env = {
    ...process.env,
    RESTIC_PASSWORD: 'bench',
    RESTIC_REPOSITORY: kept,
    RESTIC_CACHE_DIR: `${kept}-cache`,
  }
  execFileSync('restic', ['init', '--quiet'], { env })
  const script = `const S = require('better-sqlite3'); new S(${JSON.stringify(file)}, { readonly: true }).prepare('vacuum into ?').run(${JSON.stringify(copy)})`
  const { blobs } = place
  return () => {
    rmSync(copy, { force: true })
    return costOf(
      kept,
      [
        [process.execPath, ['-e', script]],
        ['restic', ['backup', '--quiet', copy, blobs.dir]],
      ],
      env,
    )
  }
}

type Command = [program: string, args: string[]]

async function costOf(kept: string, commands: readonly Command[], env: NodeJS.ProcessEnv): Promise<Run> {
  const before = { size: sizeOf(kept), cpu: endedCpuMs() }
  let memory = 0
  for (const [program, args] of commands) {
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const timer = setInterval(() => {
      memory = Math.max(memory, held(child.pid ?? 0))
    }, LOOK_EVERY_MS)
    const [code] = await once(child, 'close')
    clearInterval(timer)
    if (code !== 0) throw new Error(`${program} ended with ${code}`)
  }
  return { cpu: (endedCpuMs() - before.cpu) / 1000, memory, added: sizeOf(kept) - before.size }
}

/** One that has just ended holds nothing. */
function held(pid: number): number {
  try {
    return memoryMib([pid]).highest
  } catch {
    return 0
  }
}

function sizeOf(dir: string): number {
  if (!existsSync(dir)) return 0
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true, encoding: 'utf8' })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
