import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { before, describe, it } from 'node:test'
import { deleteFile } from '@holdfast/api/files/files'
import { rawCall } from '@holdfast/server/testkit/content/raw-http'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { postgresBehindProxy } from '@holdfast/server/testkit/servers/behind-proxy'
import type { Fault } from '@holdfast/server/testkit/servers/faulty-proxy'
import { untilFound } from '@holdfast/server/testkit/servers/until'
import { type Answer, PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'

const LIMITS = {
  connect: 300,
  acquire: 400,
  statement: 600,
  silence: 100,
  lock: 300,
  heartbeat: 200,
  close: 300,
}

/** What PostgreSQL says when it is told to stop. */
const GOODBYE = errorResponse({ S: 'FATAL', V: 'FATAL', C: '57P01', M: 'terminating connection' })

function errorResponse(fields: Record<string, string>): Buffer {
  const text = `${Object.entries(fields)
    .map(([key, value]) => `${key}${value}\0`)
    .join('')}\0`
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(4 + text.length, 1)
  return Buffer.concat([head, Buffer.from(text)])
}

const READY = Buffer.from('5a0000000549', 'hex')

/** Greets, and takes its leave in the same packet. */
const greetAndEnd: Fault = (bytes) =>
  bytes.subarray(-READY.length).equals(READY) ? Buffer.concat([bytes, GOODBYE]) : bytes

describe('a service whose PostgreSQL', () => {
  const stack = postgresBehindProxy(LIMITS)
  const lines: string[] = []
  const log = pino(
    { level: 'error' },
    new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }),
  )
  const world = useWorld(stack, { log })
  let ann: Someone
  before(async () => {
    ann = await world.person()
  })

  const list = () => world.request(`/api/2/files/${ann.rootId}/folder/0/children`, { headers: ann.bearer })

  /** What people do while it lasts. */
  async function everything(fileId: number): Promise<Answer[]> {
    return Promise.all([
      list(),
      world.token({ grant_type: 'password', username: ann.email, password: PASSWORD }),
      world.post(`/api/2/files/${ann.rootId}/${fileId}/delete`, {}, ann.bearer),
      world.request(`/api/2/uploads`, {
        method: 'POST',
        headers: { ...ann.bearer, 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': '' },
      }),
    ])
  }

  function assertPause({ status, error, headers }: Answer): void {
    assert.deepEqual([status, error], [503, 'temporarily_unavailable'])
    assert.ok(Number(headers.get('retry-after')) > 0)
  }

  /** Who opens a page in a browser reads words, and can try again where it was. */
  async function seesPage(): Promise<void> {
    const headers = { 'sec-fetch-mode': 'navigate' }
    const page = await rawCall(world.url, { path: '/account/forgot?email=x', headers })
    assert.deepEqual([page.status, page.headers['content-type']], [503, 'text/html; charset=utf-8'])
    assert.ok(Number(page.headers['retry-after']) > 0)
    assert.match(page.body.toString(), /Temporarily unavailable.*href="">Try again/s)
    const api = await rawCall(world.url, { path: '/api/2/person/1', headers: { ...headers, ...ann.bearer } })
    assert.deepEqual([api.status, api.json().error], [503, 'temporarily_unavailable'])
  }

  async function untilReady(wanted: 200 | 503): Promise<void> {
    const body = await untilFound(async () => {
      const answer = await world.request('/readyz')
      return answer.status === wanted ? answer.body : undefined
    })
    assert.deepEqual(
      [body.ready, body.database, body.blobs],
      wanted === 200 ? [true, 'ok', 'ok'] : [false, 'not answering', 'ok'],
    )
  }

  const FAULTS: [name: string, begin: () => void][] = [
    ['is gone', () => stack.proxy.set('down')],
    ['vanishes without a word', () => stack.proxy.set('silent')],
    [
      'ends each connection as it greets',
      () => {
        stack.proxy.set(greetAndEnd)
        stack.proxy.cut()
      },
    ],
  ]
  for (const [name, begin] of FAULTS)
    it(`${name} pauses, says so once a second, and loses nothing`, async () => {
      for (let n = 0; n < rounds(1, 20); n++) {
        const kept = await ann.upload(`${name} ${n}.txt`, `kept through ${name}`)
        lines.length = 0
        begin()
        for (let times = 0; times < 3; times++)
          for (const answer of await everything(kept.id)) assertPause(answer)
        await untilReady(503)
        await seesPage()
        assert.equal((await fetch(`${world.url}/healthz`)).status, 200)
        stack.proxy.set(undefined)
        await untilReady(200)
        assert.ok(lines.length < 12, `${lines.length} lines`)
        for (const line of lines) assert.doesNotMatch(line, /\bat .*\.ts:/)
        assert.equal(String(await ann.download(kept.id)), `kept through ${name}`)
        await ann.call(deleteFile, { root_id: ann.rootId, file_id: kept.id })
      }
    })
})
