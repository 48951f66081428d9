import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, readdir, readlink, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { downloadFile, uploadToRoot } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { nameShown } from '@holdfast/server/testkit/content/raw-http'
import {
  childrenOf,
  type Serving,
  startPiped,
  startServing,
  startUnbuilt,
} from '@holdfast/server/testkit/servers/command-line'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { readMetrics } from '@holdfast/server/testkit/servers/metrics'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until, untilFound } from '@holdfast/server/testkit/servers/until'
import { makeSelfSignedCertificate } from '../../platform/tls/self-signed.ts'

const PASSWORD = 'correct horse battery'
const SETTINGS = { HOLDFAST_ADMIN_PASSWORD: PASSWORD, HOLDFAST_LOG_LEVEL: 'info' }
// More than the buffers of both ends hold, so that a download that nobody reads stays under way.
const LARGE = 48 * 1024 * 1024

async function signIn(url: string): Promise<{ client: Client; rootId: RootId }> {
  const client = new Client({ baseUrl: url })
  await client.signIn('admin@localhost', PASSWORD)
  const { root_id } = await client.call(getOwnPerson, {})
  return { client, rootId: root_id as RootId }
}

/** That nobody but who runs the server reads the folder or anything in it. */
async function assertPrivate(dir: string): Promise<void> {
  const names = await readdir(dir, { recursive: true })
  for (const kind of ['holdfast.db', 'holdfast.db-wal', 'master.key', 'blobs'])
    assert.ok(names.includes(kind), kind)
  for (const name of ['.', ...names])
    assert.equal((await stat(path.join(dir, name))).mode & 0o077, 0, `others can open ${name}`)
}

/** Begins an upload; the rest of it, and its answer, come when the test says so. */
function beginUpload(url: string, { client, rootId }: { client: Client; rootId: RootId }) {
  const boundary = 'part'
  const req = request(`${url}/api/2/files/${rootId}/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.session?.accessToken}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  req.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\nfirst half, `,
  )
  return async () => {
    req.end(`second half\r\n--${boundary}--\r\n`)
    const [response] = await once(req, 'response')
    const chunks: Buffer[] = await response.toArray()
    return { status: response.statusCode, body: Buffer.concat(chunks).toString() }
  }
}

describe('a server that is told to stop', () => {
  it('finishes downloads and uploads under way, and keeps what they brought', {
    timeout: 120_000,
  }, async () => {
    const dir = await makeTempDir()
    // The worst umask that it may be started with.
    const umask = process.umask(0)
    const serving = await startServing(dir, SETTINGS).finally(() => process.umask(umask))
    const admin = await signIn(serving.url)
    const bytes = new Blob([new Uint8Array(LARGE)])
    const file = await admin.client.call(uploadToRoot, {
      root_id: admin.rootId,
      file: { name: 'large.bin', bytes },
    })
    const finishUpload = beginUpload(serving.url, admin)
    const download = await admin.client.open(downloadFile, { root_id: admin.rootId, file_id: file.id })
    const reader = download.body?.getReader()
    assert.ok(reader)
    let received = (await reader.read()).value?.length ?? 0

    await assertPrivate(path.join(dir, 'data'))

    serving.process.kill('SIGTERM')
    await serving.saying(/"stopping"/)
    await assert.rejects(fetch(serving.url), 'it still takes connections')
    const uploaded = await finishUpload()
    assert.equal(uploaded.status, 200, uploaded.body)
    for (let part = await reader.read(); !part.done; part = await reader.read()) received += part.value.length
    assert.equal(received, LARGE)
    assert.equal(await serving.ended, 0)

    const again = await startServing(dir, SETTINGS)
    const { client, rootId } = await signIn(again.url)
    const { id } = JSON.parse(uploaded.body)
    const kept = await client.open(downloadFile, { root_id: rootId, file_id: id })
    assert.equal(await kept.text(), 'first half, second half')
    assert.equal(await again.stop(), 0)
  })
})

describe('a server that is built first', () => {
  it('is one process when it answers, and says what it runs on', { timeout: 300_000 }, async () => {
    const dir = await makeTempDir()
    const { url, process: child, lines, saying, ended } = await startUnbuilt(dir, SETTINGS)
    assert.equal((await fetch(`${url}/api/2/version`)).status, 200)
    assert.deepEqual(await childrenOf(child.pid ?? 0), [])
    assert.match(await readlink(`/proc/${child.pid}/exe`), /node-linux-\w+\/bin\/node$/)
    const starting = JSON.parse(await saying(/"starting"/))
    assert.deepEqual(
      [starting.dataDir, starting.blobs],
      [`${dir}/data`, `file:${dir}/data/blobs`],
      String(lines),
    )
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })
})

describe('a server whose output nobody reads any more', () => {
  it('goes on, and ends when told to', { timeout: 120_000 }, async () => {
    const serving = await startPiped(await makeTempDir(), SETTINGS)
    for (let n = 0; n < 3; n++) assert.equal((await fetch(`${serving.url}/api/2/version`)).status, 200)
    process.kill(serving.pid, 'SIGTERM')
    await serving.ended
  })
})

describe('several server processes', () => {
  let serving: Serving
  let answered = 0
  before(async () => {
    const settings = { ...SETTINGS, HOLDFAST_WORKERS: '2', HOLDFAST_METRICS_PORT: '0' }
    serving = await startServing(await makeTempDir(), settings)
  })
  after(() => serving.process.kill('SIGKILL'))

  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  /** Asks on a new connection each time until so many processes have answered; gives their ids. */
  async function answering(count: number, except = 0): Promise<number[]> {
    const from = serving.lines.length
    return untilFound(async () => {
      const response = await fetch(`${serving.url}/api/2/version`, { headers: { connection: 'close' } })
      assert.equal(response.status, 200)
      await response.text()
      answered++
      const requests = serving.lines.slice(from).filter((line) => line.includes('"request"'))
      const pids = new Set(requests.map((line): number => JSON.parse(line).pid))
      pids.delete(except)
      return pids.size >= count ? [...pids] : undefined
    }, 10)
  }

  it('answer at one address with figures of all, and one that dies is replaced', {
    timeout: 120_000,
  }, async () => {
    const { metricsUrl: url } = JSON.parse(await serving.saying(/metricsUrl/))
    const answers = 'holdfast_answers_total{operation="get_version",status="2xx"}'
    const allAreCounted = () =>
      until(async () => {
        const told = await readMetrics(url)
        return told.get('holdfast_processes') === 2 && told.get(answers) === answered
      })
    const [victim = 0, survivor = 0] = await answering(2)
    assert.notEqual(victim, survivor)
    await allAreCounted()
    process.kill(victim, 'SIGKILL')
    const ended = `"worker":${victim},"signal":"SIGKILL","msg":"a server process ended; another one is started"`
    await serving.saying(new RegExp(ended))
    const pids = await answering(2, victim)
    assert.ok(pids.includes(survivor))
    assert.ok(!pids.includes(victim))
    // Also what the one had counted that is gone.
    await allAreCounted()
  })

  /** On a connection of its own, which the system takes no matter who looks at it; the status, or why there is none. */
  function ask(url: string): { connected: Promise<unknown>; outcome: Promise<number | string | undefined> } {
    const asking = request(url, { agent: false })
    const outcome = new Promise<number | string | undefined>((resolve) => {
      asking.once('response', (response) => resolve(response.resume().statusCode))
      asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    })
    const connected = once(asking, 'socket').then(([socket]) => once(socket, 'connect'))
    asking.end()
    return { connected, outcome }
  }

  it('strand no connection when one is killed that had not come to it yet', {
    timeout: 120_000,
  }, async () => {
    const [victim = 0] = await answering(2)
    process.kill(victim, 'SIGSTOP')
    const asked = Array.from({ length: 200 }, () => ask(`${serving.url}/api/2/version`))
    // Some are answered by the other one; the rest waits for the one that does nothing.
    await Promise.all(asked.map(({ connected }) => connected))
    process.kill(victim, 'SIGKILL')
    const outcomes = [...new Set(await Promise.all(asked.map(({ outcome }) => outcome)))]
    assert.deepEqual(
      outcomes.filter((outcome) => outcome !== 200 && outcome !== 'ECONNRESET'),
      [],
      'none waits until its client gives up',
    )
    await answering(2, victim)
  })

  it('all end when told to', { timeout: 120_000 }, async () => {
    const pids = await answering(2)
    assert.equal(await serving.stop(), 0)
    assert.deepEqual(pids.filter(isAlive), [])
    assert.equal(serving.lines.filter((line) => line.includes('"stopping"')).length, 2)
  })

  it('say nothing, from the first start to the last, that is no line of JSON', () => {
    assert.deepEqual(serving.errors, [])
    for (const text of serving.lines) {
      const { level, time, pid, msg } = JSON.parse(text)
      assert.deepEqual(
        [typeof level, typeof pid, typeof msg, Number.isNaN(Date.parse(time))],
        ['number', 'number', 'string', false],
        text,
      )
    }
    const said = serving.lines.map((line): string => JSON.parse(line).msg)
    for (const text of ['starting', 'request', 'a server process ended; another one is started', 'stopping'])
      assert.ok(said.includes(text), text)
    assert.ok(said.some((text) => text.startsWith('The first account and its password are in ')))
  })

  it('take a new certificate, each by itself, and all end when the process that watches them is gone', {
    timeout: 120_000,
  }, async () => {
    const dir = await makeTempDir()
    const [HOLDFAST_TLS_CERT, HOLDFAST_TLS_KEY] = [path.join(dir, 'cert.pem'), path.join(dir, 'key.pem')]
    await copyFile(environment('TESTKIT_TLS_CERT'), HOLDFAST_TLS_CERT)
    await copyFile(environment('TESTKIT_TLS_KEY'), HOLDFAST_TLS_KEY)
    const tls = { HOLDFAST_TLS_CERT, HOLDFAST_TLS_KEY }
    serving = await startServing(dir, { ...SETTINGS, ...tls, HOLDFAST_WORKERS: '2' })
    const pids = await answering(2)
    const pair = makeSelfSignedCertificate({ hosts: ['renewed.test'], now: Date.now(), days: 1 })
    await writeFile(HOLDFAST_TLS_KEY, pair.key)
    await writeFile(HOLDFAST_TLS_CERT, pair.cert)
    await until(() => serving.lines.filter((line) => line.includes('certificate was replaced')).length === 2)
    assert.equal(await nameShown(serving.url), 'renewed.test')
    assert.equal(await serving.stop('SIGKILL'), 'SIGKILL')
    await until(() => !pids.some(isAlive))
  })
})
