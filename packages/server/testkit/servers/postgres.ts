import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { quickFolder } from './quick-folder.ts'
import { untilFound } from './until.ts'

export interface Postgres {
  /** The postmaster; another one after `start`. */
  readonly pid: number
  /** A connection string for `pg`. The database must exist already: `postgres` does. */
  url(database: string): string
  /** SIGKILL to the postmaster: nothing is flushed or announced, and its other processes end when they notice. */
  kill(): Promise<void>
  /** Ends it as an administrator does: `fast` rolls back what is under way, `immediate` leaves the rest to recovery. */
  shutDown(how: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on the data that it left. */
  start(): Promise<void>
  /** Stops the server and deletes its data; harmless when it is already dead or stopped. */
  stop(): Promise<void>
}

type Account = { uid: number; gid: number }

const INSTALLED = '/usr/lib/postgresql'
// Only names the socket file: nothing listens on the network.
const PORT = 5432

interface PostgresOptions {
  durable?: boolean
  /** Settings beside those of every one. */
  settings?: Record<string, string | number>
  maxConnections?: number
}

/**
 * A real PostgreSQL of its own: empty, reachable through a unix socket only. One that is not `durable` survives the
 * death of its processes as well, but would not survive a power cut, which no test makes.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { durable = true, settings = {}, maxConnections = 200 } = options
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined
  const dir = await mkdtemp(path.join(durable ? tmpdir() : quickFolder(), 'holdfast-pg-'))
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  try {
    if (account) await chown(dir, account.uid, account.gid)
    await createCluster(dir, account)
    const given = { ...(durable ? {} : QUICK), max_connections: maxConnections, ...settings }
    const start = () => launch(dir, account, given)
    return handle(await start(), start, dir, remove)
  } catch (error) {
    remove()
    throw error
  }
}

function handle(
  first: ChildProcess,
  launchAgain: () => Promise<ChildProcess>,
  dir: string,
  remove: () => void,
): Postgres {
  let server = first
  const killAndRemove = () => {
    if (isRunning(server)) {
      server.kill('SIGQUIT') // immediate shutdown
      sleepWhile(() => existsSync(path.join(dir, 'data', 'postmaster.pid')))
    }
    remove()
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning(server)) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
  process.on('exit', killAndRemove)
  return {
    get pid() {
      if (server.pid === undefined) throw new Error('PostgreSQL has no process id')
      return server.pid
    },
    url: (database) =>
      `postgres://postgres@localhost:${PORT}/${encodeURIComponent(database)}?host=${encodeURIComponent(dir)}`,
    kill: () => end('SIGKILL'),
    shutDown: (how) => end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    async start() {
      server = await untilItStarts(launchAgain)
    },
    async stop() {
      process.off('exit', killAndRemove)
      await end('SIGINT') // fast shutdown: disconnects clients instead of waiting for them
      remove()
    },
  }
}

/** Without what only a power cut, a second machine or a large table would need. */
const QUICK = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0, jit: 'off' }

/** PostgreSQL refuses to start as long as a process of the killed one is still there. */
async function untilItStarts(launchAgain: () => Promise<ChildProcess>): Promise<ChildProcess> {
  let why: unknown
  const launched = () =>
    launchAgain().catch((error) => {
      why = error
      return undefined
    })
  try {
    return await untilFound(launched, 200)
  } catch {
    throw why
  }
}

// Data need not survive a power cut before the first test writes any, so only this step skips syncing.
async function createCluster(dir: string, account: Account | undefined) {
  // Sorts as a language does, like most installations: a column that must not depend on that shows.
  const locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US']
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...locale, '--no-sync']
  await promisify(execFile)(
    binary('initdb'),
    ['-D', path.join(dir, 'data'), ...options, '--no-instructions'],
    {
      ...account,
      cwd: dir,
      env: environment(),
    },
  )
}

async function launch(
  dir: string,
  account: Account | undefined,
  given: Record<string, string | number>,
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: dir,
    synchronous_commit: 'on',
    ...given,
  }
  const server = spawn(
    binary('postgres'),
    [
      '-D',
      path.join(dir, 'data'),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    // Its own process group: an interrupt from the terminal is ours to handle, not the server's.
    { ...account, cwd: dir, env: environment(), stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  await readyToAccept(server)
  return server
}

function readyToAccept(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Kept flowing for good: a full pipe would block the server.
      if (log.length < 100_000) log += text
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code, signal) => reject(new Error(`PostgreSQL ended (${code ?? signal}):\n${log}`)))
  })
}

/** Blocks, at most three seconds: an `exit` handler cannot await, and a dying server still writes files. */
function sleepWhile(condition: () => boolean) {
  const lock = new Int32Array(new SharedArrayBuffer(4))
  for (let n = 0; n < 300 && condition(); n++) Atomics.wait(lock, 0, 0, 10)
}

const isRunning = (server: ChildProcess) => server.exitCode === null && server.signalCode === null

const environment = () => ({ PATH: process.env.PATH, TZ: 'UTC' })

function binary(name: string): string {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((v) => path.join(INSTALLED, v, 'bin', name)).find((file) => existsSync(file))
  if (!found) throw new Error(`${name} not found below ${INSTALLED}: install the Debian package postgresql`)
  return found
}

/** PostgreSQL refuses to run as root. */
function unprivilegedAccount(): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!found) throw new Error('No account `postgres` or `nobody` to run PostgreSQL under')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}
