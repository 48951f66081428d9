import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { BlobsLocation, DatabaseLocation } from '../src/config.ts'
import { environment } from './environment.ts'
import type { Place } from './stacks.ts'
import { PASSWORD } from './world.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
let built: Promise<unknown> | undefined

/** A server in a process of its own, as it is shipped, that a test can kill and look into. */
export class ServerProcess {
  readonly url: string
  readonly pid: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.pid = child.pid as number
    this.url = url
  }

  static async start(place: Place, nodeOptions: string[] = []): Promise<ServerProcess> {
    built ??= promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: ROOT })
    await built
    const child = spawn(process.execPath, [...nodeOptions, 'dist/main.js', 'serve'], {
      cwd: ROOT,
      env: environmentOf(place),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // A test that fails must not leave servers behind.
    const kill = () => child.kill('SIGKILL')
    process.on('exit', kill)
    child.on('exit', () => process.off('exit', kill))
    return new ServerProcess(child, await addressOf(child))
  }

  /** Ends it as a power cut would: it gets no chance to finish anything. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill(signal)
    await gone
  }

  /** The most memory it ever held, in bytes. */
  async peakMemory(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8')
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
    if (!kib) throw new Error('The kernel does not tell VmHWM')
    return Number(kib) * 1024
  }
}

function environmentOf({ dataDir, database, blobs }: Place): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOLDFAST_PORT: '0',
    HOLDFAST_DATA_DIR: dataDir,
    HOLDFAST_DATABASE_URL: databaseUrl(database),
    HOLDFAST_BLOBS_URL: blobsUrl(blobs),
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

/** Resolves to where it says it answers; its further output is passed on. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (process.env.M_OUT) process.stdout.write(text)
      output += text
      const url = /answers at (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`The server ended:\n${output}`)))
  })
}
