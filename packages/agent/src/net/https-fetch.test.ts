import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { Agent, createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import type { RootId } from '@holdfast/api/ids'
import { certificateOf } from '@holdfast/server/testkit/servers/certificate-of'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { Gate } from './gate.ts'
import { httpsFetch } from './https-fetch.ts'
import { NoAnswerCame, RootClient } from './root-client.ts'
import { ServiceLine } from './service-line.ts'

describe('requests of an agent', () => {
  async function answeredBy(test: TestContext, answer: RequestListener): Promise<string> {
    const server = createServer(
      {
        cert: readFileSync(environment('TESTKIT_TLS_CERT')),
        key: readFileSync(environment('TESTKIT_TLS_KEY')),
      },
      answer,
    )
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    test.after(() => {
      server.close()
      server.closeAllConnections()
    })
    return `https://localhost:${(server.address() as AddressInfo).port}`
  }

  function client(test: TestContext, more: Partial<Parameters<typeof httpsFetch>[0]> = {}) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    test.after(() => agent.destroy())
    return httpsFetch({ agent, silentMs: 60_000, ...more })
  }

  it('end when the line is silent, and not while bytes come', async (test) => {
    const url = await answeredBy(test, (request, response) => {
      if (request.url === '/silent') return
      response.writeHead(200)
      response.write('begun')
      if (request.url === '/stalled') return
      let left = 8
      const trickle = setInterval(() => {
        response.write('.')
        if (--left > 0) return
        clearInterval(trickle)
        response.end()
      }, 80)
    })
    const send = client(test, { silentMs: 500 })
    await assert.rejects(send(`${url}/silent`), /stopped responding/)
    const stalled = await send(`${url}/stalled`)
    await assert.rejects(stalled.text(), /stopped responding/)
    assert.equal(await (await send(`${url}/slow`)).text(), `begun${'.'.repeat(8)}`)
  })

  it('bring large answers in large pieces, and all that came before the line broke', async (test) => {
    const bytes = randomBytes(5_000_000)
    const url = await answeredBy(test, (request, response) => {
      response.writeHead(200, { 'content-length': bytes.length })
      if (request.url === '/whole') return void response.end(bytes)
      response.write(bytes.subarray(0, 2_500_000), () => setImmediate(() => response.destroy()))
    })
    const send = client(test)
    const read = async (answer: Response) => {
      const parts: Uint8Array[] = []
      const failed = await (async () => {
        for await (const part of answer.body ?? []) parts.push(part)
      })().catch((error: Error) => error)
      return { parts, failed, all: Buffer.concat(parts) }
    }
    const whole = await read(await send(`${url}/whole`))
    assert.equal(whole.failed, undefined)
    assert.ok(whole.all.equals(bytes))
    assert.deepEqual(
      whole.parts.slice(0, 4).map(({ length }) => length),
      Array(4).fill(1024 * 1024),
    )
    const broken = await read(await send(`${url}/broken`))
    assert.ok(broken.failed)
    assert.ok(broken.all.length > 1024 * 1024 && broken.all.length <= 2_500_000)
    assert.ok(broken.all.equals(bytes.subarray(0, broken.all.length)))
    assert.notEqual(broken.all.length % (1024 * 1024), 0)
  })

  it('tell a certificate that is not valid now from a service that is away', async (test) => {
    const year = 365 * 24 * 60 * 60 * 1000
    for (const [from, trouble] of [
      [Date.now() - 30 * year, 'over'],
      [Date.now() + year, 'early'],
    ] as const) {
      const { cert, key } = certificateOf(from)
      const server = createServer({ cert, key }, (_, response) => response.end('{}'))
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
      test.after(() => server.close())
      const url = `https://localhost:${(server.address() as AddressInfo).port}`
      const home = await makeTempDir()
      const held = {
        email: '',
        guid: '',
        accessToken: 'x',
        refreshToken: 'x',
        expiresAt: Number.MAX_SAFE_INTEGER,
      }
      const signedIn = { ...held, url, trust: { pinned: cert } }
      const line = new ServiceLine({ home, signedIn, now: Date.now, rate: () => undefined })
      test.after(() => line.close())
      await assert.rejects(line.calls.call(getOwnPerson, {}))
      assert.equal(line.trouble, trouble)
      server.close()
      await assert.rejects(line.calls.call(getOwnPerson, {}))
      assert.equal(line.trouble, undefined, 'it is away')
    }
  })

  it('go to one server, over TLS', async (test) => {
    const url = await answeredBy(test, (_, response) => {
      response.writeHead(302, { location: 'https://elsewhere.test/' }).end()
    })
    const send = client(test)
    await assert.rejects(send(url), /redirects to https:\/\/elsewhere\.test/)
    await assert.rejects(send(url.replace('https:', 'http:')), /Not an address of https/)
  })

  it('are sent again when a kept connection was given up', async (test) => {
    const used = new WeakSet<Socket>()
    const url = await answeredBy(test, (request, response) => {
      if (used.has(request.socket)) return request.socket.destroy()
      used.add(request.socket)
      response.end('here')
    })
    const send = client(test)
    for (let n = 0; n < 3; n++) {
      const answer = await send(url, { method: 'POST', body: new URLSearchParams({ n: String(n) }) })
      assert.equal(await answer.text(), 'here')
    }
  })

  it('leave the few connections free, also when nobody reads an error', async (test) => {
    const url = await answeredBy(test, (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(request.url === '/no' ? 401 : 200).end('x'.repeat(100_000))
      })
    })
    const send = client(test)
    assert.equal((await send(`${url}/no`)).status, 401)
    assert.equal(
      (await send(`${url}/no`, { method: 'PUT', body: new Blob(['y'.repeat(1_000_000)]) })).status,
      401,
    )
    assert.equal((await (await send(url)).text()).length, 100_000)
  })

  it('keep to a limit, in both directions, which can be lifted at any time', async (test) => {
    let received = 0
    const url = await answeredBy(test, (request, response) => {
      if (request.url === '/silent') return
      request.on('data', (bytes: Buffer) => {
        received += bytes.length
      })
      request.on('end', () => response.end(Buffer.alloc(300_000)))
    })
    let rate: number | undefined = 100
    const gates = { up: new Gate(() => rate), down: new Gate(() => rate) }
    const send = client(test, { silentMs: 500, gates })
    const sent = send(url, { method: 'PUT', body: new Blob([Buffer.alloc(300_000)]) })
    await until(() => received > 0)
    // After the time in which a line that says nothing is given up.
    await assert.rejects(client(test, { silentMs: 500 })(`${url}/silent`), /stopped responding/)
    assert.ok(received <= 3000, `${received} bytes, of 80 that it may and a few pieces`)
    rate = undefined
    assert.equal((await (await sent).arrayBuffer()).byteLength, 300_000)
    assert.equal(received, 300_000)
  })

  it('tell a refusal from what may have been done, and wait as long as they are asked to', async (test) => {
    const asked: string[] = []
    const url = await answeredBy(test, (request, response) => {
      asked.push(request.url ?? '')
      const [status, body, headers] = (
        [
          [503, { error: 'temporarily_unavailable' }, { 'retry-after': '1' }],
          [500, { error: 'unknown' }],
          [502, '<html>Bad gateway'],
          [403, { error: 'forbidden' }],
        ] as const
      )[asked.length - 1] ?? [200, {}]
      response.writeHead(status, headers ?? {}).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    const signedIn = {
      url,
      email: '',
      trust: {},
      guid: '',
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: 1e15,
    }
    const line = new ServiceLine({
      home: await makeTempDir(),
      signedIn,
      now: Date.now,
      rate: () => undefined,
    })
    test.after(() => line.close())
    const server = new RootClient(line, 7 as RootId)
    const started = performance.now()
    await assert.rejects(server.listChanges('c'), { code: 'temporarily_unavailable', status: 503 })
    await assert.rejects(server.listChanges('c'), NoAnswerCame)
    assert.ok(performance.now() - started >= 990, 'the next request waits')
    await assert.rejects(server.getSnapshot({}), NoAnswerCame)
    await assert.rejects(server.getSnapshot({}), { code: 'forbidden', status: 403 })
    assert.equal(asked.length, 4)
  })
})
