import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { openSmsGateway } from './gateway.ts'
import { openSmsOutbox } from './outbox.ts'
import { smsContract } from './sms.contract.ts'

const CODE = { to: '+4930123456', text: 'Your code is 987654, "Ännie"' }

type Answer = (req: IncomingMessage & { body: string }, res: ServerResponse) => void

async function startGateway(answer: Answer = (_req, res) => res.writeHead(202).end()) {
  const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString()
    requests.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body })
    answer(Object.assign(req, { body }), res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}

describe('SMS gateway', () => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close()
  })
  async function start(answer?: Answer) {
    const gateway = await startGateway(answer)
    open.push(gateway)
    return gateway
  }

  describe('as a sender', () =>
    smsContract(async () => {
      const gateway = await startGateway()
      return {
        sender: openSmsGateway(`http://${gateway.host}/sms`),
        received: async () => gateway.requests.map(({ body }) => JSON.parse(body)),
        close: gateway.close,
      }
    }))

  it('posts JSON with the credentials as HTTP Basic, not in the address', async () => {
    const gateway = await start()
    await openSmsGateway(`http://holdfast:p%40ss%3Aword@${gateway.host}/v1/sms?from=us`).send(CODE)
    const [request] = gateway.requests
    assert.equal(request?.method, 'POST')
    assert.equal(request?.url, '/v1/sms?from=us')
    assert.equal(request?.headers['content-type'], 'application/json')
    assert.equal(
      request?.headers.authorization,
      `Basic ${Buffer.from('holdfast:p@ss:word').toString('base64')}`,
    )
    assert.deepEqual(JSON.parse(request?.body ?? ''), CODE)
  })

  it('sends no credentials when it has none', async () => {
    const gateway = await start()
    await openSmsGateway(`http://${gateway.host}/`).send(CODE)
    assert.equal(gateway.requests[0]?.headers.authorization, undefined)
  })

  it('rejects any other status with the start of the answer', async () => {
    for (const status of [304, 400, 402, 500]) {
      const gateway = await start((_req, res) => res.writeHead(status).end(`no credit\n${'x'.repeat(500)}`))
      const shown = status === 304 ? '' : `no credit ${'x'.repeat(190)}`
      await assert.rejects(openSmsGateway(`http://${gateway.host}`).send(CODE), {
        message: `The SMS gateway answered ${status}: ${shown}`,
      })
    }
  })

  it('does not follow a redirect', async () => {
    const other = await start()
    const gateway = await start((_req, res) =>
      res.writeHead(307, { location: `http://${other.host}/` }).end(),
    )
    await assert.rejects(openSmsGateway(`http://${gateway.host}`).send(CODE), /answered 307/)
    assert.deepEqual(other.requests, [])
  })

  it('tells neither credentials nor text, even when the gateway repeats them', async () => {
    const echo = await start((req, res) => {
      const escaped = encodeURIComponent(CODE.text)
      res
        .writeHead(400)
        .end(`refused: ${CODE.text} ${req.body} ${escaped} ${req.headers.authorization} hunter:s3cr3t`)
    })
    await assert.rejects(openSmsGateway(`http://hunter:s3cr3t@${echo.host}`).send(CODE), (error: Error) => {
      assert.match(error.message, /^The SMS gateway answered 400: refused: /)
      assert.doesNotMatch(String(error.stack), /987654|code|nnie|hunter|s3cr3t|aHVudGVyOnMzY3IzdA/)
      return true
    })
  })

  it('rejects when the gateway cannot be reached, without the credentials', async () => {
    const gateway = await startGateway()
    await gateway.close()
    await assert.rejects(
      openSmsGateway(`http://hunter:s3cr3t@${gateway.host}`).send(CODE),
      (error: Error) => {
        assert.match(String(error.cause), /ECONNREFUSED/)
        assert.doesNotMatch(`${error.stack} ${String(error.cause)}`, /hunter|s3cr3t|987654/)
        return true
      },
    )
  })

  it('rejects when the answer does not come, or does not end', async () => {
    const silent = await start(() => {})
    const endless = await start((_req, res) => res.writeHead(500).write('and'))
    for (const { host } of [silent, endless]) {
      await assert.rejects(openSmsGateway(`http://${host}`, 100).send(CODE), { name: 'TimeoutError' })
    }
  })

  it('is content with the status, even if the answer does not end', async () => {
    const endless = await start((_req, res) => res.writeHead(202).write('and'))
    await openSmsGateway(`http://${endless.host}`, 1000).send(CODE)
    assert.equal(endless.requests.length, 1)
  })

  it('refuses other URLs without repeating them', () => {
    for (const url of ['', 'sms.example.org', 'ftp://u:s3cr3t@sms.example.org', 'https://u:s3cr3t@']) {
      assert.throws(
        () => openSmsGateway(url),
        (error: Error) =>
          /http or https URL/.test(error.message) && !JSON.stringify(error).includes('s3cr3t'),
      )
    }
  })
})

describe('SMS outbox', () => {
  let base: string
  let dir: string
  let logged: { details: object; message: string }[]
  const log = { info: (details: object, message: string) => void logged.push({ details, message }) }
  beforeEach(async () => {
    base = await mkdtemp(path.join(tmpdir(), 'sms-outbox-'))
    dir = path.join(base, 'outbox')
    logged = []
  })
  afterEach(() => rm(base, { recursive: true }))

  const open = () =>
    openSmsOutbox(
      dir,
      () => Date.UTC(2026, 4, 1),
      () => 'x7k',
      log,
    )

  async function readOutbox() {
    const files = (await readdir(dir).catch(() => [])).sort()
    const contents = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')))
    return contents.map((content) => {
      const [, to = '', text = ''] = /^To: (.*)\n\n([\s\S]*)\n$/.exec(content) ?? []
      return { to, text }
    })
  }

  describe('as a sender', () =>
    smsContract(async () => ({ sender: open(), received: readOutbox, close: async () => {} })))

  it('writes one private file per message and logs only the number', async () => {
    await open().send(CODE)
    const file = '20260501T000000.000Z-000000-x7k.txt'
    assert.deepEqual(await readdir(dir), [file])
    assert.equal((await stat(path.join(dir, file))).mode & 0o777, 0o600)
    assert.deepEqual(logged, [
      { details: { to: CODE.to, file }, message: 'text message written to the outbox' },
    ])
  })
})
