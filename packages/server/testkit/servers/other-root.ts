import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Child, listenTo } from './children.ts'

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Mounts that nobody else sees and that end with the last process; being the first process there, as in a container. */
const ISOLATED = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--']

interface Inside {
  env?: Record<string, string>
  /** Numbers, as the system of the tree knows its users by other ones than this. */
  user?: { uid: number; gid: number } | undefined
}

/** A Debian system in a folder, in which programs run as if nothing else were there; for root only. */
export class OtherRoot {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  at(...parts: string[]): string {
    return path.join(this.folder, ...parts)
  }

  #arguments(command: readonly string[], { env = {}, user }: Inside): string[] {
    const given = { PATH, DEBIAN_FRONTEND: 'noninteractive', ...env }
    const settings = Object.entries(given).map(([name, value]) => `${name}=${value}`)
    // By chroot itself: what it starts must be executable for this user alone.
    const as = user ? [`--userspec=${user.uid}:${user.gid}`, '--groups='] : []
    const script = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot ${as.join(' ')} "$0" "$@"`
    return [...ISOLATED, 'sh', '-c', script, this.folder, 'env', '-i', ...settings, ...command]
  }

  /** Runs a command to its end; rejects when that is not 0, with all that it said. */
  async run(command: readonly string[], inside: Inside = {}): Promise<string> {
    const { stdout } = await promisify(execFile)('unshare', this.#arguments(command, inside), {
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  }

  start(command: readonly string[], inside: Inside = {}): Child {
    const child: ChildProcess = spawn('unshare', this.#arguments(command, inside), {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    process.once('exit', () => child.kill('SIGKILL'))
    return listenTo(child)
  }

  /** The ids of a user of the tree, or undefined. */
  async findUser(name: string): Promise<{ uid: number; gid: number } | undefined> {
    const lines = (await readFile(this.at('etc/passwd'), 'utf8')).split('\n')
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
  }
}

/** Sends a signal to what runs inside, not to what holds its namespaces. */
export async function signalInside({ process: outer }: Child, signal: NodeJS.Signals): Promise<void> {
  const inner = await readFile(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8')
  process.kill(Number(inner.trim()), signal)
}
