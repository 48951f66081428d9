import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { HeldItem } from './held-item.ts'

/**
 * Gives files their times to the nanosecond. Node takes times as numbers that are too coarse by up to a quarter of a
 * microsecond; where that shows, `touch` sets the time, in one shell for all files. Where there is none, that is how exact
 * it gets.
 */
export class ExactTimes {
  #shell: ChildProcessByStdio<Writable, Readable, null> | undefined
  #isUsable = process.platform === 'linux'
  #waiting: (() => void)[] = []

  async set(item: HeldItem, mtime: bigint): Promise<void> {
    item.setTimes(Number(item.stats.atimeNs) / 1e9, secondsOf(mtime))
    if (!this.#isUsable || item.stats.mtimeNs === mtime) return
    // The path of something that is open has no sign in it that a shell would take for another.
    await this.#run(`touch -c -m -d '@${decimalOf(mtime)}' -- ${item.path.toString()} 2>/dev/null`)
  }

  close(): void {
    this.#shell?.stdin.end()
    this.#isUsable = false
  }

  #run(command: string): Promise<void> {
    this.#shell ??= this.#start()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    this.#shell.stdin.write(`${command}; echo\n`, 'latin1')
    return promise
  }

  #start() {
    const shell = spawn('sh', ['-s'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    createInterface(shell.stdout).on('line', () => this.#waiting.shift()?.())
    const end = () => {
      this.#isUsable = false
      for (const resume of this.#waiting.splice(0)) resume()
    }
    shell.on('error', end).on('exit', end)
    shell.stdin.on('error', end)
    return shell
  }
}

const SECOND = 1_000_000_000n

const secondsOf = (time: bigint): number => Number(time / SECOND) + Number(time % SECOND) / 1e9

function decimalOf(time: bigint): string {
  const positive = time < 0n ? -time : time
  const fraction = String(positive % SECOND).padStart(9, '0')
  return `${time < 0n ? '-' : ''}${positive / SECOND}.${fraction}`
}
