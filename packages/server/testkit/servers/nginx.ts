import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { type RunningProxy, startProxy } from './proxy-process.ts'

/** Debian's nginx with one worker, whose files are in `dir` only. `settings` are what stands in its `http`, for a free port. */
export async function startNginx(
  dir: string,
  settings: (port: number) => string,
  given: { port?: number; signal?: AbortSignal } = {},
): Promise<RunningProxy> {
  const { port = await freePort(), signal } = given
  const config = path.join(dir, 'nginx.conf')
  await writeFile(config, configuration(dir, settings(port)))
  const args = ['-c', config, '-p', dir, '-e', 'stderr']
  return startProxy({ program: '/usr/sbin/nginx', args, dir, port, signal })
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
