import { spawn } from 'node:child_process'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { type Child, compileCache, listenTo } from './children.ts'
import { environment } from './environment.ts'
import { PROGRAM } from './program.ts'

/** Starts the real command line in `dir`, with no settings but those given. */
export function startCommand(
  dir: string,
  args: string[],
  settings: NodeJS.ProcessEnv = {},
  program = PROGRAM,
): Child {
  const env = { PATH: process.env.PATH, HOME: dir, ...compileCache(), ...settings }
  return listenTo(
    spawn(process.execPath, [program, ...args], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
}

export interface Finished {
  code: number | NodeJS.Signals
  output: string
  errors: string
}

/** Runs a command that ends by itself. */
export const runCommand = (dir: string, args: string[], settings?: NodeJS.ProcessEnv): Promise<Finished> =>
  untilEnded(startCommand(dir, args, settings))

/** Runs a command of a version that does not exist yet: see `later-version.ts`. */
export const runLater = (dir: string, args: string[], settings?: NodeJS.ProcessEnv): Promise<Finished> =>
  untilEnded(startCommand(dir, args, settings, path.join(import.meta.dirname, 'later-version.ts')))

async function untilEnded(child: Child): Promise<Finished> {
  const code = await child.ended
  return { code, output: child.lines.join('\n'), errors: child.errors.join('\n') }
}

export interface Serving extends Child {
  url: string
  /** Sends the signal and gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

const SERVING = () => ({
  HOLDFAST_PORT: '0',
  HOLDFAST_TLS_CERT: environment('TESTKIT_TLS_CERT'),
  HOLDFAST_TLS_KEY: environment('TESTKIT_TLS_KEY'),
})

/** Runs `serve` on a free port, with a certificate that the tests trust, until it says that it answers. */
export const startServing = (dir: string, settings: NodeJS.ProcessEnv = {}): Promise<Serving> =>
  untilServing(startCommand(dir, ['serve'], { ...SERVING(), ...settings }))

/** Runs `demo` likewise, which has much to do at first. */
export const startDemo = (dir: string, settings: NodeJS.ProcessEnv = {}): Promise<Serving> =>
  untilServing(startCommand(dir, ['demo'], { ...SERVING(), ...settings }))

/** As `startServing`, with several processes that are watched closely: see `watched-workers.ts`. */
export function startWatched(dir: string, settings: NodeJS.ProcessEnv): Promise<Serving> {
  const env = { PATH: process.env.PATH, HOME: dir, ...compileCache(), ...SERVING(), ...settings }
  const program = path.join(import.meta.dirname, 'watched-workers.ts')
  return untilServing(
    listenTo(spawn(process.execPath, [program], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] })),
  )
}

async function untilServing(child: Child): Promise<Serving> {
  // Whatever happens to the test, nothing it started shall stay.
  process.once('exit', () => child.process.kill('SIGKILL'))
  const line = await child.saying(/is running at/)
  const url = /https:[^\s"]+/.exec(line)?.[0] ?? ''
  return {
    ...child,
    url,
    stop(signal = 'SIGTERM') {
      child.process.kill(signal)
      return child.ended
    },
  }
}

/** Runs `serve` on a terminal. */
export function startOnTerminal(dir: string): Child {
  const env = { PATH: process.env.PATH, HOME: dir, ...compileCache(), ...SERVING() }
  const command = `exec ${process.execPath} ${PROGRAM} serve`
  const child = listenTo(
    spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: dir,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  process.once('exit', () => child.process.kill('SIGTERM'))
  return child
}

/** Runs `serve` into a pipe whose reader goes away as soon as it has seen the address. */
export async function startPiped(dir: string, settings: NodeJS.ProcessEnv = {}) {
  // The server's own process id goes past the pipe.
  const server = 'sh -c \'echo $$ >&2; exec "$0" "$1" serve\' "$0" "$1"'
  const child = listenTo(
    spawn('sh', ['-c', `${server} | sed '/is running at/q'`, process.execPath, PROGRAM], {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: dir, ...compileCache(), ...SERVING(), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  const line = await child.saying(/is running at/)
  return { url: /https:[^\s"]+/.exec(line)?.[0] ?? '', pid: Number(child.errors[0]), ended: child.ended }
}

/** As the build of these tests signs: with another key, the agents of other tests would not know theirs again. */
const KEY =
  process.env.HOLDFAST_AGENT_SIGNING_KEY ?? path.join(homedir(), '.config/holdfast/agent-signing-key.pem')

/** Runs `serve` by the script that people start, with a program that is older than its sources. */
export async function startUnbuilt(
  dir: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Child & { url: string }> {
  const root = path.resolve(import.meta.dirname, '../../../..')
  await utimes(path.join(root, 'dist/main.js'), 0, 0).catch(() => {})
  const child = listenTo(
    spawn(path.join(root, 'scripts/holdfast'), ['serve'], {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: dir, HOLDFAST_AGENT_SIGNING_KEY: KEY, ...SERVING(), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  process.once('exit', () => child.process.kill('SIGKILL'))
  const line = await child.saying(/is running at/)
  return { ...child, url: /https:[^\s"]+/.exec(line)?.[0] ?? '' }
}

/** The ids of the processes that a process has started and that are still there. */
export async function childrenOf(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/children`, 'utf8')))
  return lists.flatMap((list) => list.split(' ').filter(Boolean))
}
