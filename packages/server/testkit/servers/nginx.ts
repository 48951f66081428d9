import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const PROGRAM = '/usr/sbin/nginx'

export interface Nginx {
  port: number
  pid: number
  stop(): Promise<void>
}

/** Debian's nginx with one worker, whose files are in `dir` only. `settings` are what stands in its `http`, for a free port. */
export async function startNginx(
  dir: string,
  settings: (port: number) => string,
  signal?: AbortSignal,
): Promise<Nginx> {
  const port = await freePort()
  const config = path.join(dir, 'nginx.conf')
  await writeFile(config, configuration(dir, settings(port)))
  const errorLog = path.join(dir, 'error.log')
  const child = spawn(PROGRAM, ['-c', config, '-p', dir, '-e', errorLog], { stdio: 'ignore', signal })
  child.on('error', () => {})
  // What fails must not leave it behind.
  const kill = () => child.kill('SIGTERM')
  process.on('exit', kill)
  child.on('exit', () => process.off('exit', kill))
  const stop = async () => {
    if (!isRunning(child)) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  await until(async () => {
    if (await accepts(port)) return true
    if (isRunning(child)) return false
    throw new Error(`nginx ended:\n${await readFile(errorLog, 'utf8').catch(() => '')}`)
  })
  return { port, pid: child.pid as number, stop }
}

function configuration(dir: string, settings: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${dir}/nginx.pid;
events { worker_connections 512; }
http {
  ${temporary.map((name) => `${name}_temp_path ${dir}/temp-${name};`).join('\n  ')}
  access_log off;
  ${settings}
}
`
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
