import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { until } from './until.ts'

export interface RunningProxy {
  port: number
  pid: number
  stop(): Promise<void>
}

interface Started {
  program: string
  args: string[]
  /** For its files; what it says is in `output.log` there. */
  dir: string
  /** It is up when it takes connections there. */
  port: number
  signal?: AbortSignal | undefined
}

/** A proxy of Debian's in a process of its own, which ends with the test at the latest. */
export async function startProxy({ program, args, dir, port, signal }: Started): Promise<RunningProxy> {
  const log = path.join(dir, 'output.log')
  const output = createWriteStream(log)
  await once(output, 'open')
  const env = { PATH: process.env.PATH, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
  const child = spawn(program, args, { cwd: dir, env, stdio: ['ignore', output, output], signal })
  child.on('error', () => {})
  // What fails must not leave it behind.
  const kill = () => child.kill('SIGTERM')
  process.on('exit', kill)
  child.on('exit', () => {
    process.off('exit', kill)
    output.destroy()
  })
  await until(async () => {
    if (await accepts(port)) return true
    if (isRunning(child)) return false
    throw new Error(`${program} ended:\n${await readFile(log, 'utf8').catch(() => '')}`)
  })
  return { port, pid: child.pid as number, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
