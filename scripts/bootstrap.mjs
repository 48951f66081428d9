// What the other scripts stand on. Plain JavaScript for Node 18 and later: nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const RUNTIME_MAJOR = 24

/** Leaves the process with a message and no stack: for what the reader can fix. */
export function giveUp(message) {
  console.error(message)
  process.exit(1)
}

/** Whether the module at `url` is the program itself, not imported by another. */
export function isProgram(url) {
  return Boolean(process.argv[1]) && realpathSync(process.argv[1]) === fileURLToPath(url)
}

/** Installs the locked dependencies, unless they are there and no older than the lock file. */
export function ensureInstalled() {
  const installed = modifiedAt('node_modules/.package-lock.json')
  if (installed !== undefined && installed >= (modifiedAt('package-lock.json') ?? 0)) return

  console.error(`Installing the dependencies of package-lock.json into ${path.join(ROOT, 'node_modules')}…`)
  // No scripts: every native dependency ships its binary. No warnings: the system's Node may well be older than
  // a dependency wants, but it is not the one to run it.
  const [command, ...first] = npm()
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(command, [...first, 'ci', ...options], { cwd: ROOT, encoding: 'utf8' })
  if (result.status === 0) return
  giveUp(
    `${result.stdout ?? ''}${result.stderr ?? ''}npm ci failed${result.error ? `: ${result.error.message}` : ''}`,
  )
}

function npm() {
  const script = process.env.npm_execpath
  return script && /npm-cli\.c?js$/.test(script) ? [process.execPath, script] : ['npm']
}

function modifiedAt(file) {
  return statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs
}

/** The Node that runs the project itself: the one pinned among the dependencies. */
export function runtimePath() {
  const pinned = path.join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  if (isRuntime()) return process.execPath
  return giveUp(
    `Holdfast needs Node ${RUNTIME_MAJOR}. This is Node ${process.versions.node}, and ${pinned} is missing: ` +
      `run \`npm ci\` with optional dependencies, or start with Node ${RUNTIME_MAJOR} or later.`,
  )
}

/** Whether this very process can run the project. */
export function isRuntime() {
  return Number.parseInt(process.versions.node, 10) >= RUNTIME_MAJOR
}

/** Runs a program by the project's Node and resolves to its exit code; for one ended by a signal, 128 and its number. */
export function spawnNode(args, options = {}) {
  const runtime = runtimePath()
  const env = { ...(options.env ?? process.env) }
  env.PATH = [path.dirname(runtime), env.PATH].filter(Boolean).join(path.delimiter)
  const child = spawn(runtime, args, { stdio: 'inherit', ...options, env })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const forward = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** As `spawnNode`, then ends this process with the same code. */
export async function runNode(args, options) {
  process.exit(await spawnNode(args, options))
}

if (isProgram(import.meta.url)) ensureInstalled()
