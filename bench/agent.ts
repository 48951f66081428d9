import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates } from 'node:tls'
import { startAlone } from './alone.ts'
import { countBytes, type Line } from './count-bytes.ts'
import { SMALL } from './data.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'
import { endedCpuMs, memoryMib } from './process-cost.ts'
import { renderTable } from './table.ts'

export const PROGRAM = path.resolve(import.meta.dirname, '../dist/agent/holdfast-agent.mjs')
/** As systemd.ts has an agent started. */
export const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=40']
const IN_FOLDER = 100
const MIB = 1024 * 1024
const INSERTED = 1024
const LOOK_MS = 100

/** What the agent does as its users see it: how fast small files go up and come down, and how little a change sends. */
export async function benchAgent(options: Options, signal: AbortSignal): Promise<string> {
  const rows: string[][] = []
  let changes = ''
  for (const files of options.agentFiles) {
    const { up, down, sent } = await benchFiles(options, files, signal)
    rows.push([files.toLocaleString('en'), ...cells(files, up), ...cells(files, down)])
    changes = sent
  }
  const header = ['files/s', 'CPU ms a file', 'most MiB']
  const columns = ['up', 'down'].flatMap((way) => header.map((title) => `${way}, ${title}`))
  return `${renderTable(['files of 4 KiB', ...columns], rows)}\n\n${changes}`
}

const cells = (files: number, { seconds, cpuMs, mostMib }: Run): string[] => [
  (files / seconds).toFixed(0),
  (cpuMs / files).toFixed(2),
  mostMib.toFixed(0),
]

async function benchFiles(options: Options, files: number, signal: AbortSignal) {
  await using resources = new AsyncDisposableStack()
  const { server } = await startAlone(options, signal, resources)
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-agent-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true }))
  const line = await countBytes(server.port)
  resources.defer(() => line.close())
  const trusted = path.join(dir, 'trusted.pem')
  writeFileSync(trusted, getCACertificates('default').join('\n'))
  const agents = [1, 2].map((n) => new Agent(path.join(dir, `agent ${n}`), path.join(dir, `files ${n}`)))
  const [one, other] = agents as [Agent, Agent]
  for (const agent of agents) await agent.signIn(line.url, trusted)
  const many = path.join(one.folder, 'many')
  for (let n = 0; n < files; n++) {
    const folder = path.join(many, String(Math.floor(n / IN_FOLDER)))
    if (n % IN_FOLDER === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, `${n}.dat`), randomBytes(SMALL))
  }
  console.error(`… ${files} small files`)
  const up = await one.sync()
  const down = await other.sync()
  const sent = files === options.agentFiles.at(-1) ? await benchChanges(options, one, line) : ''
  await server.stop()
  return { up, down, sent }
}

/** How much of it goes over the line when a little changes. */
async function benchChanges({ largeMib }: Options, agent: Agent, line: Line): Promise<string> {
  const sync = () => agent.sync()
  console.error('… a folder is renamed')
  renameSync(path.join(agent.folder, 'many'), path.join(agent.folder, 'renamed'))
  const renamed = await line.during(sync)
  console.error('… a large file')
  const large = path.join(agent.folder, 'large.bin')
  writeRandom(large, largeMib)
  const first = await line.during(sync)
  insert(large, Math.floor((largeMib * MIB) / 3))
  const second = await line.during(sync)
  return renderTable(
    ['as users see it', ''],
    [
      ['their folder renamed, KiB sent', (renamed / 1024).toFixed(1)],
      [`a file of ${largeMib} MiB, MiB sent`, (first / MIB).toFixed(1)],
      ['the same with 1 KiB inserted, MiB sent', (second / MIB).toFixed(2)],
    ],
  )
}

/** What one process took, from its start to its end. */
interface Run {
  readonly seconds: number
  readonly cpuMs: number
  readonly mostMib: number
}

class Agent {
  readonly folder: string
  readonly #home: string

  constructor(home: string, folder: string) {
    this.#home = home
    this.folder = folder
    mkdirSync(folder)
  }

  async signIn(url: string, trusted: string): Promise<void> {
    const { email, password } = ACCOUNT
    await this.#run(['login', url, '--email', email, '--password-stdin', '--ca', trusted], `${password}\n`)
    await this.#run(['roots', 'add', 'own', this.folder])
  }

  sync = (): Promise<Run> => this.#run(['sync', '--once'])

  async #run(args: readonly string[], input = ''): Promise<Run> {
    const [began, cpuBefore] = [performance.now(), endedCpuMs()]
    const child = spawn(process.execPath, [...FLAGS, PROGRAM, '--home', this.#home, ...args], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    let mostMib = 0
    const looking = setInterval(() => {
      if (child.pid) mostMib = Math.max(mostMib, memoryMib([child.pid]).highest)
    }, LOOK_MS)
    child.stdin.end(input)
    const [code] = await once(child, 'exit')
    clearInterval(looking)
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
    return { seconds: (performance.now() - began) / 1000, cpuMs: endedCpuMs() - cpuBefore, mostMib }
  }
}

export function writeRandom(file: string, mib: number): void {
  const fd = openSync(file, 'w')
  for (let n = 0; n < mib; n++) writeSync(fd, randomBytes(MIB))
  closeSync(fd)
}

function insert(file: string, at: number): void {
  const before = readFileSync(file)
  writeFileSync(file, Buffer.concat([before.subarray(0, at), randomBytes(INSERTED), before.subarray(at)]))
}
