import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BlobsLocation, DatabaseLocation } from '../../src/platform/config/config.ts'
import { type Child, listenTo } from './children.ts'
import { environment } from './environment.ts'
import { PROGRAM } from './program.ts'
import type { Place } from './stacks.ts'
import { until } from './until.ts'
import { PASSWORD } from './world.ts'

/** Settings for a server whose memory is compared with what it was before. */
export const COLLECTING = {
  NODE_OPTIONS: `--import ${path.join(import.meta.dirname, '../runner/collect-on-signal.ts')}`,
}

/** A server in a process of its own, built as it is shipped, that a test can kill and look into. */
export class ServerProcess {
  readonly url: string
  readonly #child: Child

  private constructor(child: Child, url: string) {
    this.#child = child
    this.url = url
  }

  static async start(place: Place, settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const server = spawn(process.execPath, [PROGRAM, 'serve'], {
      env: { ...environmentOf(place), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // A test that fails must not leave servers behind.
    const kill = () => server.kill('SIGKILL')
    process.on('exit', kill)
    server.on('exit', () => process.off('exit', kill))
    const child = listenTo(server)
    const line = await child.saying(/is running at/)
    return new ServerProcess(child, /https:[^\s"]+/.exec(line)?.[0] ?? '')
  }

  /** Ends it as a power cut would: it gets no chance to finish anything. */
  async kill(): Promise<void> {
    this.#child.process.kill('SIGKILL')
    await this.#child.ended
  }

  async stop(): Promise<void> {
    this.#child.process.kill('SIGTERM')
    await this.#child.ended
  }

  /** The most memory it ever held, in bytes. */
  peakMemory(): Promise<number> {
    return this.#status('VmHWM')
  }

  /** The memory that it holds now, in bytes; rejects when there is no such process any more. */
  memory(): Promise<number> {
    return this.#status('VmRSS')
  }

  /** What it holds when all garbage is collected, in bytes; for one that was started with `COLLECTING`. */
  async heldMemory(): Promise<number> {
    const said = () => this.#child.errors.filter((line) => line.startsWith('holds '))
    const before = said().length
    this.#child.process.kill('SIGUSR2')
    await until(() => said().length > before)
    return Number(said().at(-1)?.split(' ')[1])
  }

  /** How many files and connections it has open. */
  async openFiles(): Promise<number> {
    return (await readdir(`/proc/${this.#child.process.pid}/fd`)).length
  }

  async #status(field: string): Promise<number> {
    const status = await readFile(`/proc/${this.#child.process.pid}/status`, 'utf8')
    const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
    if (!kib) throw new Error(`The kernel does not tell ${field}`)
    return Number(kib) * 1024
  }
}

/** What tells a command where everything is. */
export const settingsOf = ({ dataDir, database, blobs }: Place): NodeJS.ProcessEnv => ({
  HOLDFAST_DATA_DIR: dataDir,
  HOLDFAST_DATABASE_URL: databaseUrl(database),
  HOLDFAST_BLOBS_URL: blobsUrl(blobs),
  AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY,
})

function environmentOf(place: Place): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOLDFAST_PORT: '0',
    ...settingsOf(place),
    HOLDFAST_TLS_CERT: environment('TESTKIT_TLS_CERT'),
    HOLDFAST_TLS_KEY: environment('TESTKIT_TLS_KEY'),
    HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    HOLDFAST_LOG_LEVEL: 'warn',
  }
}

const databaseUrl = (database: DatabaseLocation): string =>
  database.kind === 'sqlite' ? `sqlite:${database.file}` : database.url

function blobsUrl(blobs: BlobsLocation): string {
  if (blobs.kind === 'disk') return `file:${blobs.dir}`
  const { bucket, prefix, endpoint = '', region = '' } = blobs
  return `s3://${bucket}/${prefix}?${new URLSearchParams({ endpoint, region })}`
}
