// Runs the tests beside one PostgreSQL and one S3 server: node packages/server/testkit/runner/run.ts [part of a path]…
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import pg from 'pg'
import type { DatabaseLocation } from '../../src/platform/config/config.ts'
import { migrate } from '../../src/platform/db/migrations/migrate.ts'
import { makeSelfSignedCertificate } from '../../src/platform/tls/self-signed.ts'
import { openQuietly } from '../database/open-quietly.ts'
import { type Postgres, startPostgres } from '../servers/postgres.ts'
import { buildProgram } from '../servers/program.ts'
import { quickFolder } from '../servers/quick-folder.ts'
import { TEMPLATE_DATABASE, templateFile } from '../servers/stacks.ts'
import { startSwift } from '../servers/swift.ts'
import { ALLOWED_SKIPS } from './allowed-skips.ts'
import { dearest } from './costs.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { rounds } from './rounds.ts'
import { Skips } from './skips.ts'
import { END_OF_FILE } from './take-files.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
/** One is at what waits more than it works (agents, browsers), two at the rest. */
const PROCESSES = 3
const TEST_FILES = ['packages/**/*.test.ts', 'meta/**/*.test.ts', 'bench/**/*.test.ts']
const SERVER = 'packages/server/src/'
const WITH_BROWSER = /\buse(Chromium|Browser)\(/
/** What takes longest comes before its like: else one process is still at it when the others have nothing left to do. */
const LONG = /\/testkit\/(chaos|sim|disk)\/|\/agent\/src\/cli\/|\/access\/matrix\.|\/directories\/import\./
// For what hangs, not for what is slow: ten times what the longest test takes on a machine of its own.
const TEST_TIMEOUT_MS = rounds(12, 180) * 60_000
// Ends a file that hangs outside its tests, for instance by a handle left open: those have no timeout.
const SILENCE_TIMEOUT_MS = TEST_TIMEOUT_MS + 2 * 60_000

/**
 * Collecting garbage by several threads, and often, takes a tenth of the CPU that there is for other processes here, and in
 * tests of large contents another tenth, because of what is outside of the heap.
 */
const FRUGAL = [
  ...['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'],
  ...['--external-memory-accounted-in-global-limit', '--initial-heap-size=1024'],
]

const PRELOADED = [
  'without-test-hooks.ts',
  'cheap-passwords.ts',
  'compiled-once.ts',
  'lean-fetch.ts',
].flatMap((file) => ['--import', path.join(import.meta.dirname, file)])

type Counts = { tests: number; passed: number; skipped: number; todo: number }
const NO_TESTS: Counts = { tests: 0, passed: 0, skipped: 0, todo: 0 }

function findTestFiles(filters: string[]): string[] {
  const parts = filters.map((text) => (existsSync(text) ? path.relative(ROOT, path.resolve(text)) : text))
  return globSync(TEST_FILES, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .sort((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)) || (a < b ? -1 : 1))
}

/**
 * Loading the server takes longer than most files of tests, and what has run often runs faster: so each process takes one
 * file after the other until none is left. The first begins with those that want a browser, which it starts once for all of
 * them, and goes on with those that are not of the server; the others end with these.
 */
async function makeProcesses(files: string[], dir: string): Promise<string[]> {
  await mkdir(path.join(dir, 'taken'))
  const {
    browser = [],
    server = [],
    rest = [],
  } = Object.groupBy(files, (file) => {
    if (WITH_BROWSER.test(readFileSync(path.join(ROOT, file), 'utf8'))) return 'browser'
    return file.startsWith(SERVER) ? 'server' : 'rest'
  })
  const orders = [
    [...browser, ...rest, ...server],
    ...Array.from({ length: PROCESSES - 1 }, () => [...server, ...rest, ...browser]),
  ]
  return Promise.all(
    orders.slice(0, files.length).map(async (order, n) => {
      const entry = path.join(dir, `process-${n}.mjs`)
      const code = [
        `import { takeFiles } from ${JSON.stringify(path.join(import.meta.dirname, 'take-files.ts'))}`,
        `await takeFiles(${JSON.stringify(ROOT)}, ${JSON.stringify(order)}, ${JSON.stringify(dir)})`,
      ]
      await writeFile(entry, code.join('\n'))
      return entry
    }),
  )
}

/** Nobody kills the PostgreSQL that all tests share: it need not pass on each commit at once, nor say what it is at. */
const UNKILLED = { synchronous_commit: 'off', update_process_title: 'off' }
/**
 * It would plan a statement anew for each of the first five times that a connection runs it, and few tests run one as often.
 * The soak leaves it that choice, as installations do; what explains a plan has its own anyway.
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' }

async function startServers(stack: AsyncDisposableStack) {
  // Long rounds store more than memory may hold.
  const long = process.env.TESTKIT_SOAK !== undefined
  const starting = [
    startPostgres({ durable: false, settings: long ? UNKILLED : { ...UNKILLED, ...PLANNED_ONCE } }),
    startSwift({ durable: long }),
  ] as const
  // Registered before either is up, so that one's failure also stops the other, however late it comes.
  stack.defer(async () => {
    for (const server of await Promise.allSettled(starting)) {
      if (server.status === 'fulfilled') await server.value.stop()
    }
  })
  const [postgres, swift] = await Promise.all(starting)
  await makeTemplate({ kind: 'postgres', url: await templateUrl(postgres) })
  return {
    TESTKIT_POSTGRES_URL: postgres.url('postgres'),
    TESTKIT_S3_ENDPOINT: swift.endpoint,
    TESTKIT_S3_ACCESS_KEY: swift.accessKeyId,
    TESTKIT_S3_SECRET_KEY: swift.secretAccessKey,
    TESTKIT_S3_REGION: swift.region,
  }
}

async function templateUrl(postgres: Postgres): Promise<string> {
  const client = new pg.Client(postgres.url('postgres'))
  await client.connect()
  await client.query(`create database ${TEMPLATE_DATABASE}`).finally(() => client.end())
  return postgres.url(TEMPLATE_DATABASE)
}

/** What most tests begin with: see `Form`. */
async function makeTemplate(location: DatabaseLocation): Promise<void> {
  const db = await openQuietly(location)
  await migrate(db, Date.now()).finally(() => db.close())
}

async function makeFolder(stack: AsyncDisposableStack) {
  const dir = await mkdtemp(path.join(quickFolder(), 'holdfast-test-'))
  stack.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  const { cert, key } = makeSelfSignedCertificate({
    hosts: ['localhost', '127.0.0.1'],
    now: Date.now(),
    days: 2,
  })
  const certFile = path.join(dir, 'tls-cert.pem')
  const keyFile = path.join(dir, 'tls-key.pem')
  await writeFile(certFile, cert)
  await writeFile(keyFile, key, { mode: 0o600 })
  await makeTemplate({ kind: 'sqlite', file: templateFile(dir) })
  return {
    TESTKIT_DIR: dir,
    TESTKIT_TEMPLATES: 'made',
    // All processes load much the same.
    NODE_COMPILE_CACHE: path.join(dir, 'compiled'),
    TESTKIT_TLS_CERT: certFile,
    TESTKIT_TLS_KEY: keyFile,
    NODE_EXTRA_CA_CERTS: certFile,
  }
}

async function runFiles(
  files: string[],
  env: NodeJS.ProcessEnv & { TESTKIT_DIR: string },
  interrupted: AbortSignal,
  isWhole: boolean,
): Promise<Counts> {
  let counts = NO_TESTS
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS)
  const results = run({
    files: await makeProcesses(files, env.TESTKIT_DIR),
    cwd: ROOT,
    env: { ...process.env, ...env },
    isolation: 'process',
    execArgv: [...FRUGAL, ...PRELOADED],
    concurrency: PROCESSES,
    timeout: TEST_TIMEOUT_MS,
    signal: AbortSignal.any([interrupted, silence.signal]),
  })
  results.on('data', () => timer.refresh())
  const skips = new Skips(results, ROOT, ALLOWED_SKIPS)
  results.on('test:summary', (summary) => {
    if (summary.file !== undefined) return
    counts = summary.counts
    // A group that fails outside of its tests is not among them.
    if (!summary.success) process.exitCode ||= 1
  })
  const report = Readable.from(withoutEnds(results)).pipe(new spec())
  report.pipe(process.stdout, { end: false })
  await finished(report)
  clearTimeout(timer)
  console.log(await dearest(env.TESTKIT_DIR))
  console.log(skips.report())
  refuse(skips.faults(isWhole && !interrupted.aborted))
  return counts
}

function refuse(faults: readonly string[]): void {
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode ||= 1
}

async function* withoutEnds(results: AsyncIterable<{ data: object }>) {
  for await (const event of results)
    if (!('name' in event.data && event.data.name === END_OF_FILE)) yield event
}

function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      process.exitCode = 128 + constants.signals[signal]
      controller.abort()
    })
  }
  return controller.signal
}

async function main(filters: string[]): Promise<Counts> {
  const files = findTestFiles(filters)
  if (files.length === 0) {
    console.error(`No test file matches ${filters.join(' ')}`)
    return NO_TESTS
  }
  const interrupted = interruption()
  await using stack = new AsyncDisposableStack()
  const [servers, folder] = await Promise.all([startServers(stack), makeFolder(stack), buildProgram()])
  if (interrupted.aborted) return NO_TESTS
  const isWhole = filters.length === 0 && process.env.TESTKIT_SOAK === undefined
  return await runFiles(files, { ...servers, ...folder }, interrupted, isWhole)
}

const { tests, passed, skipped, todo } = await main(process.argv.slice(2))
const failed = tests - passed - skipped - todo
console.log(`CPU: ${cpuSeconds().toFixed(0)} s`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
if (failed > 0 || tests === 0) process.exitCode ||= 1
