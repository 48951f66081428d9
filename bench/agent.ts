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
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates } from 'node:tls'
import { startAlone } from './alone.ts'
import { SMALL } from './data.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'
import { renderTable } from './table.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../dist/agent/holdfast-agent.mjs')
const FILES = { full: 10_000, quick: 1000 }
const IN_FOLDER = 100
const MIB = 1024 * 1024
const INSERTED = 1024

/** What the agent does as its users see it: how fast small files go up and come down, and how little a change sends. */
export async function benchAgent(options: Options, signal: AbortSignal): Promise<string> {
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
  const files = options.quick ? FILES.quick : FILES.full
  const many = path.join(one.folder, 'many')
  for (let n = 0; n < files; n++) {
    const folder = path.join(many, String(Math.floor(n / IN_FOLDER)))
    if (n % IN_FOLDER === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, `${n}.dat`), randomBytes(SMALL))
  }
  console.error('… small files')
  const up = await timed(() => one.sync())
  const down = await timed(() => other.sync())
  console.error('… a folder is renamed')
  renameSync(many, path.join(one.folder, 'renamed'))
  const renamed = await line.during(() => one.sync())
  console.error('… a large file')
  const large = path.join(one.folder, 'large.bin')
  writeRandom(large, options.largeMib)
  const first = await line.during(() => one.sync())
  insert(large, Math.floor((options.largeMib * MIB) / 3))
  const second = await line.during(() => one.sync())
  await server.stop()
  return renderTable(
    ['as users see it', ''],
    [
      [`${files.toLocaleString('en')} files of 4 KiB up, files a second`, (files / up).toFixed(0)],
      ['the same down, files a second', (files / down).toFixed(0)],
      [`their folder renamed, KiB sent`, (renamed / 1024).toFixed(1)],
      [`a file of ${options.largeMib} MiB, MiB sent`, (first / MIB).toFixed(1)],
      ['the same with 1 KiB inserted, MiB sent', (second / MIB).toFixed(2)],
    ],
  )
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

  sync = (): Promise<void> => this.#run(['sync', '--once'])

  async #run(args: readonly string[], input = ''): Promise<void> {
    const child = spawn(process.execPath, [PROGRAM, '--home', this.#home, ...args], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin.end(input)
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  }
}

/** Passes everything on to a server, and counts what is sent to it. */
async function countBytes(port: number) {
  let sent = 0
  const proxy = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    from.on('data', (bytes) => {
      sent += bytes.length
    })
    from.pipe(to).pipe(from)
    for (const [one, other] of [[from, to] as const, [to, from] as const])
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    async during(work: () => Promise<void>): Promise<number> {
      const before = sent
      await work()
      return sent - before
    },
    close: () => void proxy.close(),
  }
}

/** In seconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

function writeRandom(file: string, mib: number): void {
  const fd = openSync(file, 'w')
  for (let n = 0; n < mib; n++) writeSync(fd, randomBytes(MIB))
  closeSync(fd)
}

function insert(file: string, at: number): void {
  const before = readFileSync(file)
  writeFileSync(file, Buffer.concat([before.subarray(0, at), randomBytes(INSERTED), before.subarray(at)]))
}
