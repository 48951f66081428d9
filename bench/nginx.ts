import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const PROGRAM = '/usr/sbin/nginx'

export interface Nginx {
  port: number
  pid: number
  /** What it serves, and where uploads go. */
  root: string
  stop(): Promise<void>
}

/** The measure of what is possible: one worker process, TLS, files as they lie on the disk. */
export async function startNginx(
  dir: string,
  tls: { certFile: string; keyFile: string },
  signal: AbortSignal,
): Promise<Nginx> {
  const root = path.join(dir, 'root')
  await mkdir(root, { recursive: true })
  const port = await freePort()
  const config = path.join(dir, 'nginx.conf')
  await writeFile(config, configuration(dir, root, port, tls))
  const errorLog = path.join(dir, 'error.log')
  const child = spawn(PROGRAM, ['-c', config, '-p', dir, '-e', errorLog], { stdio: 'ignore', signal })
  child.on('error', () => {})
  const stop = async () => {
    if (!isRunning(child)) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  while (!(await accepts(port))) {
    if (!isRunning(child))
      throw new Error(`nginx ended:\n${await readFile(errorLog, 'utf8').catch(() => '')}`)
    await delay(20)
  }
  return { port, pid: child.pid as number, root, stop }
}

function configuration(
  dir: string,
  root: string,
  port: number,
  { certFile, keyFile }: { certFile: string; keyFile: string },
): string {
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
  sendfile on;
  tcp_nopush on;
  types { application/json json; text/plain txt; }
  default_type application/octet-stream;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certFile};
    ssl_certificate_key ${keyFile};
    ssl_protocols TLSv1.2 TLSv1.3;
    root ${root};
    keepalive_requests 1000000;
    client_max_body_size 0;
    dav_methods PUT;
    location /many/ { autoindex on; autoindex_format json; }
  }
}
`
}

const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

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
