import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listenTo } from '@holdfast/server/testkit/servers/children'
import type { Finished } from '@holdfast/server/testkit/servers/command-line'
import { askBySocket, connectTo } from '../../src/service/control.ts'
import type { RunningProgram } from '../../src/service/program-methods.ts'

/** Somebody whom no test knows, where root runs the tests. */
const UID = 4321

/** Many starts of one program by somebody who may not write where other tests keep theirs. */
const COMPILED = mkdtempSync(path.join(tmpdir(), 'holdfast-compiled-'))
chmodSync(COMPILED, 0o777)
process.once('exit', () => rmSync(COMPILED, { recursive: true, force: true }))

/** An account on a computer where the agent never was: an empty home, no terminal, no systemd, no Node of its own on the path. */
export class NewPerson {
  readonly home: string
  readonly #path: string

  constructor(commands = '/usr/bin:/bin') {
    this.home = mkdtempSync(path.join(tmpdir(), 'holdfast-person-'))
    chmodSync(this.home, 0o755)
    mkdirSync(path.join(this.home, 'run'))
    if (process.getuid?.() === 0)
      for (const folder of [this.home, path.join(this.home, 'run')]) chownSync(folder, UID, UID)
    this.#path = commands
  }

  at(...way: string[]): string {
    return path.join(this.home, ...way)
  }

  /** What a shell makes of a text. */
  async shell(text: string, input = ''): Promise<Finished> {
    const child = this.#spawn('sh', ['-c', text])
    child.stdin.on('error', () => {}).end(input)
    const heard = listenTo(child)
    const code = await heard.ended
    return { code, output: heard.lines.join('\n'), errors: heard.errors.join('\n') }
  }

  /** As typed at a terminal: each answer is given once its question has been asked. Gives all that the terminal showed. */
  async terminal(
    text: string,
    answers: readonly (readonly [question: string, answer: string])[],
  ): Promise<string> {
    const child = this.#spawn('script', ['--quiet', '--return', '--command', text, '/dev/null'])
    const waiting = [...answers]
    let [shown, asked] = ['', 0]
    child.stdout.on('data', (bytes) => {
      shown += bytes
      const [next] = waiting
      const at = next ? shown.indexOf(next[0], asked) : -1
      if (!next || at === -1) return
      asked = at + next[0].length
      waiting.shift()
      child.stdin.write(`${next[1]}\r`)
    })
    await once(child, 'close')
    return shown.replaceAll('\r', '')
  }

  #spawn(command: string, args: string[]) {
    const who = process.getuid?.() === 0 ? { uid: UID, gid: UID } : {}
    const env = {
      HOME: this.home,
      PATH: `${this.at('.local/bin')}:${this.#path}`,
      // Nobody listens there.
      XDG_RUNTIME_DIR: this.at('run'),
      SSL_CERT_FILE: '/dev/null',
      SSL_CERT_DIR: '',
      NODE_COMPILE_CACHE: COMPILED,
    }
    // A session of its own has no terminal.
    return spawn(command, args, { ...who, env, cwd: this.home, detached: true })
  }

  get agentHome(): string {
    return this.at('.local/state/holdfast-agent')
  }

  /** Asks the agent that runs for it; undefined where none does. */
  async ask(method: string): Promise<unknown> {
    const socket = await connectTo(path.join(this.agentHome, 'socket'))
    return socket && askBySocket(socket, method, {}, () => {})
  }

  /** Ends what it left running, and everything else. */
  async remove(): Promise<void> {
    const running = (await this.ask('program')) as RunningProgram | undefined
    if (running) process.kill(running.pid, 'SIGKILL')
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 })
  }
}
