import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { type Child, compileCache, listenTo } from '@holdfast/server/testkit/servers/children'
import type { Finished } from '@holdfast/server/testkit/servers/command-line'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { askBySocket, connectTo } from '../../src/service/control.ts'
import type { AgentMethods } from '../../src/service/methods.ts'

/** The agent as it is carried to other machines. The runner has built it. */
const PROGRAM = path.resolve(import.meta.dirname, '../../../../dist/agent/holdfast-agent.mjs')

/** Or its sources, with a rule taken away: a test that does not notice is no proof of anything. */
const MUTANT = process.env.AGENT_MUTANT
const COMMAND =
  MUTANT === undefined
    ? [PROGRAM]
    : [
        '--import',
        path.join(import.meta.dirname, 'mutant.ts'),
        path.resolve(import.meta.dirname, '../../src/main.ts'),
      ]

/** Reading those of the system takes longer than most of a start. */
const NO_AUTHORITIES = { SSL_CERT_FILE: '/dev/null', SSL_CERT_DIR: '' }

const started = new Set<ChildProcess>()

/** One agent as a person or a script uses it: the real program, with a home of its own. */
export class TestAgent {
  readonly home: string

  /** Whatever happened to the test, nothing that it started shall stay. */
  static killAll(): void {
    for (const child of started) child.kill('SIGKILL')
  }

  constructor(home: string) {
    this.home = home
  }

  start(args: readonly string[], input = ''): Child {
    const child = this.#spawn(process.execPath, [...COMMAND, '--home', this.home, ...args])
    child.process.stdin?.end(input)
    return child
  }

  /** As somebody types it; whatever is written to its input is typed there, too. */
  startOnTerminal(args: readonly string[]): Child {
    const command = [process.execPath, ...COMMAND, '--home', this.home, ...args].join(' ')
    return this.#spawn('script', ['--quiet', '--return', '--command', `exec ${command}`, '/dev/null'])
  }

  #spawn(program: string, args: readonly string[]): Child {
    const env = {
      PATH: process.env.PATH,
      HOME: this.home,
      AGENT_MUTANT: MUTANT,
      ...NO_AUTHORITIES,
      ...compileCache(),
    }
    const child = spawn(program, args, {
      env,
      cwd: path.dirname(this.home),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    started.add(child)
    child.once('exit', () => started.delete(child))
    return listenTo(child)
  }

  async run(...args: string[]): Promise<Finished> {
    return this.#finish(this.start(args))
  }

  /** Its output; throws where it did not end well. */
  async do(...args: string[]): Promise<string> {
    const { code, output, errors } = await this.run(...args)
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${errors}\n${output}`)
    return output
  }

  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse((await this.run(...args, '--json')).output) as T
  }

  /** Asks the agent that runs, as commands do, without a process for that; undefined where none runs. */
  async ask<Name extends keyof AgentMethods>(
    name: Name,
    params: Parameters<AgentMethods[Name]>[0],
  ): Promise<Awaited<ReturnType<AgentMethods[Name]>> | undefined> {
    const socket = await connectTo(path.join(this.home, 'socket'))
    if (!socket) return undefined
    return (await askBySocket(socket, name, params, () => {})) as Awaited<ReturnType<AgentMethods[Name]>>
  }

  signIn(url: string, email: string, password: string, ...more: string[]): Promise<Finished> {
    const trust = ['--ca', environment('TESTKIT_TLS_CERT')]
    const args = ['login', url, '--email', email, '--password-stdin', ...trust, ...more]
    return this.#finish(this.start(args, `${password}\n`))
  }

  /** Somebody on the device lets the service use a folder, for anything. */
  allow = (folder: string): Promise<string> => this.do('allow', folder)

  /** The agent itself, as the system runs it. */
  async serve(): Promise<Child> {
    const child = this.start(['run'])
    await child.saying(/ is running/)
    return child
  }

  async #finish(child: Child): Promise<Finished> {
    const code = await child.ended
    return { code, output: child.lines.join('\n'), errors: child.errors.join('\n') }
  }
}
