import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startNginx as start } from '@holdfast/server/testkit/servers/nginx'

export interface Nginx {
  port: number
  pid: number
  /** What it serves, and where uploads go. */
  root: string
  stop(): Promise<void>
}

/** The measure of what is possible: one worker process, TLS, files as they are on the disk. */
export async function startNginx(
  dir: string,
  tls: { certFile: string; keyFile: string },
  signal: AbortSignal,
): Promise<Nginx> {
  const root = path.join(dir, 'root')
  await mkdir(root, { recursive: true })
  return { root, ...(await start(dir, (port) => settings(root, port, tls), { signal })) }
}

const settings = (
  root: string,
  port: number,
  { certFile, keyFile }: { certFile: string; keyFile: string },
): string => `
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
  }`
