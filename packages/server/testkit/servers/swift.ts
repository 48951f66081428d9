import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { freePort } from './free-port.ts'
import { startMemoryCache } from './memory-cache.ts'
import { quickFolder } from './quick-folder.ts'
import {
  ACCOUNT,
  KINDS,
  type Ports,
  proxyConfig,
  REGION,
  STORAGE_KINDS,
  storageConfig,
  swiftConfig,
} from './swift-config.ts'
import { until } from './until.ts'

interface Connection {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

export interface S3Server extends Connection {
  stop(): Promise<void>
}

/** Debian's, which its packages are installed for. */
const PYTHON = '/usr/bin/python3'
const START_TIMEOUT_MS = 90_000

/**
 * A real S3 server of its own: OpenStack Swift with its `s3api`, on free ports of 127.0.0.1. One that is not `durable`
 * would not survive a power cut.
 */
export async function startSwift({ durable = true } = {}): Promise<S3Server> {
  try {
    return await startOnce(durable ? tmpdir() : quickFolder())
  } catch {
    // Between choosing free ports and binding them, another program may have taken one; and before Linux 6.6, files in
    // memory cannot have the attributes that Swift gives its objects.
    return startOnce(tmpdir())
  }
}

async function startOnce(parent: string): Promise<S3Server> {
  const dir = mkdtempSync(path.join(parent, 'holdfast-swift-'))
  const servers: ChildProcess[] = []
  const cache = await startMemoryCache()
  const killAndRemove = () => {
    cache.stop()
    for (const server of servers) killGroup(server, 'SIGKILL')
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
  process.on('exit', killAndRemove)
  const stop = async () => {
    process.off('exit', killAndRemove)
    await Promise.all(servers.map(ended))
    killAndRemove()
  }

  try {
    const ports: Ports = {
      account: await freePort(),
      container: await freePort(),
      object: await freePort(),
      proxy: await freePort(),
    }
    await prepare(dir, ports, cache.address)
    servers.push(...KINDS.map((kind) => launch(kind, dir)))
    const connection = { endpoint: `http://127.0.0.1:${ports.proxy}`, ...ACCOUNT, region: REGION }
    await answers(connection, servers)
    return { ...connection, stop }
  } catch (error) {
    const log = readFileSync(path.join(dir, 'log'), { encoding: 'utf8', flag: 'a+' })
    await stop()
    throw new Error(`Swift did not start:\n${log.slice(-5000)}`, { cause: error })
  }
}

async function prepare(dir: string, ports: Ports, cache: string) {
  const etc = path.join(dir, 'etc')
  for (const folder of ['etc', 'srv/d1', 'cache']) mkdirSync(path.join(dir, folder), { recursive: true })
  writeFileSync(path.join(etc, 'swift.conf'), swiftConfig())
  writeFileSync(path.join(etc, 'proxy-server.conf'), proxyConfig(dir, ports, cache))
  for (const kind of STORAGE_KINDS) {
    writeFileSync(path.join(etc, `${kind}-server.conf`), storageConfig(kind, dir, ports))
  }
  const rings = STORAGE_KINDS.map((kind) => `${path.join(etc, kind)}.ring.gz:${ports[kind]}`)
  await promisify(execFile)(PYTHON, ['-c', BUILD_RINGS, ...rings], { env: environment() })
}

/** What `swift-ring-builder` does in a process for each step of each ring. */
const BUILD_RINGS = `
import sys
from swift.common.ring import RingBuilder
for file, port in (ring.rsplit(':', 1) for ring in sys.argv[1:]):
    builder = RingBuilder(part_power=4, replicas=1, min_part_hours=1)
    where = dict(ip='127.0.0.1', port=int(port), device='d1')
    builder.add_dev(dict(region=1, zone=1, weight=1.0, meta='', replication_ip=where['ip'], replication_port=where['port'], **where))
    builder.rebalance()
    builder.get_ring().save(file)
`

// Looking up names without blocking, which nobody does here, would take longer to load than all else.
const environment = () => ({ ...process.env, EVENTLET_NO_GREENDNS: 'yes' })

function launch(kind: string, dir: string): ChildProcess {
  const log = openSync(path.join(dir, 'log'), 'a')
  const server = spawn(`swift-${kind}-server`, [path.join(dir, 'etc', `${kind}-server.conf`)], {
    cwd: dir,
    env: environment(),
    stdio: ['ignore', log, log],
    // An interrupt from the terminal is ours to handle, not the server's.
    detached: true,
  })
  server.on('error', () => {}) // not installed: seen by `answers` as a server without a process id
  return server
}

/** Waits until an object can be stored: that needs all four servers, and that they are ours. */
async function answers(connection: Connection, servers: ChildProcess[]) {
  const { endpoint, region, ...credentials } = connection
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 })
  const end = Date.now() + START_TIMEOUT_MS
  try {
    await until(async () => {
      if (servers.some((server) => !isRunning(server))) throw new Error('A server ended')
      try {
        await storeProbe(client)
        return true
      } catch (error) {
        if (Date.now() > end) throw error
        return false
      }
    }, 100)
  } finally {
    client.destroy()
  }
}

async function storeProbe(client: S3Client) {
  const bucket = { Bucket: 'testkit-probe' }
  const object = { ...bucket, Key: 'probe' }
  const within = { abortSignal: AbortSignal.timeout(10_000) }
  await client.send(new CreateBucketCommand(bucket), within).catch((error: Error) => {
    // Left by a probe that got no further.
    if (error.name !== 'BucketAlreadyOwnedByYou') throw error
  })
  await client.send(new PutObjectCommand({ ...object, Body: 'probe' }), within)
  await client.send(new DeleteObjectCommand(object), within)
  await client.send(new DeleteBucketCommand(bucket), within)
}

const isRunning = (server: ChildProcess) =>
  server.pid !== undefined && server.exitCode === null && server.signalCode === null

function ended(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return Promise.resolve()
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    killGroup(server, 'SIGKILL') // nothing it holds outlives the folder, so there is nothing to wait for
  })
}

function killGroup(server: ChildProcess, signal: NodeJS.Signals) {
  if (server.pid === undefined) return
  try {
    process.kill(-server.pid, signal)
  } catch {
    // The whole group is gone already.
  }
}
