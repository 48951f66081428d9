import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { get } from 'node:https'
import path from 'node:path'
import type { Place } from '@holdfast/server/testkit/servers/stacks'

const ROOT = path.resolve(import.meta.dirname, '..')
export const MAIN = path.join(ROOT, 'dist', 'main.js')

export const ACCOUNT = { email: 'admin@localhost', password: 'correct horse battery' }

export interface Holdfast {
  url: string
  port: number
  pid: number
  /** From the start of the process to its first answer, in milliseconds. */
  startMs: number
  stop(): Promise<void>
}

export interface StartOptions {
  place: Place
  logLevel: 'warn' | 'info'
  signal: AbortSignal
  /** For Node itself, such as a profiler's. */
  nodeOptions?: readonly string[]
  /** Of another build. */
  main?: string
}

/** Starts the built server in a process of its own, with the settings of a user who chose nothing but the storage. */
export async function startHoldfast({
  place,
  logLevel,
  signal,
  nodeOptions = [],
  main = MAIN,
}: StartOptions): Promise<Holdfast> {
  const started = performance.now()
  const launcher = launcherOf(main)
  const child = spawn(process.execPath, [...launcher.options, ...nodeOptions, main, 'serve'], {
    env: { ...inherited(), ...launcher.env, ...settingsOf(place), HOLDFAST_LOG_LEVEL: logLevel },
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  })
  // An abort is reported here, too; anyone who waits for the exit learns enough.
  child.on('error', () => {})
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  try {
    const url = await announcedUrl(child)
    await firstAnswer(`${url}/api/2/version`)
    const startMs = performance.now() - started
    drain(child, logLevel)
    return { url, port: Number(new URL(url).port), pid: child.pid as number, startMs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What users start it with: options of Node and of the allocator, by the script that packages bring. */
export function launcherOf(main: string): { options: string[]; env: Record<string, string> } {
  const beside = path.resolve(path.dirname(main), '../packaging/holdfast')
  const text = readFileSync(existsSync(beside) ? beside : path.join(ROOT, 'packaging/holdfast'), 'utf8')
  const exports = text.matchAll(/^export (\w+)="\$\{\1:-(\w+)\}"$/gm)
  return {
    options: text.match(/(?<= )--[\w-]+=\w+/g) ?? [],
    env: Object.fromEntries([...exports].map(([, name, value]) => [name, value])),
  }
}

function announcedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const url = /is running at (https:[^\s"]+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`The server ended (${code ?? signal}):\n${output}`)),
    )
  })
}

function firstAnswer(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The certificate was made a moment ago by the server itself.
    const request = get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume()
      if (response.statusCode === 200) resolve()
      else reject(new Error(`${url} answered ${response.statusCode}`))
    })
    request.once('error', reject)
  })
}

/** What is worth a warning is worth showing; lines about requests only need a reader, or the pipe fills. */
function drain(child: ChildProcess, logLevel: string): void {
  child.stdout?.removeAllListeners('data')
  if (logLevel === 'warn') child.stdout?.pipe(process.stderr, { end: false })
  else child.stdout?.resume()
}

function inherited(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDFAST_'))
  // As `npm start` does.
  return { ...Object.fromEntries(own), NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled') }
}

export function settingsOf({ dataDir, database, blobs }: Place): Record<string, string> {
  return {
    HOLDFAST_PORT: '0',
    HOLDFAST_DATA_DIR: dataDir,
    HOLDFAST_ADMIN_EMAIL: ACCOUNT.email,
    HOLDFAST_ADMIN_PASSWORD: ACCOUNT.password,
    HOLDFAST_DATABASE_URL: database.kind === 'sqlite' ? `sqlite:${database.file}` : database.url,
    HOLDFAST_BLOBS_URL: blobs.kind === 'disk' ? `file:${blobs.dir}` : s3Url(blobs),
  }
}

function s3Url({ bucket, prefix, endpoint = '', region = '' }: Place['blobs'] & { kind: 's3' }): string {
  return `s3://${bucket}/${prefix}?${new URLSearchParams({ endpoint, region })}`
}
