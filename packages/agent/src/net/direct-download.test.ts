import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { createServer, type TLSSocket } from 'node:tls'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { certificateOf } from '@holdfast/server/testkit/servers/certificate-of'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { until } from '@holdfast/server/testkit/servers/until'
import { type DirectSettings, directFetch } from './direct-download.ts'
import { Gate } from './gate.ts'
import { MAX_HEAD } from './read-head.ts'
import { identificationBy } from './trust.ts'

const MIB = 1024 * 1024
const SIZE = 3 * MIB + 12_345
const MUCH = rounds(256, 4096)

type Answer = (socket: TLSSocket, request: string) => void

/** A server that says exactly this, once a request has come. */
async function answering(test: TestContext, answer: Answer, certificate?: { cert: string; key: string }) {
  const sockets = new Set<TLSSocket>()
  const tls = certificate ?? {
    cert: readFileSync(environment('TESTKIT_TLS_CERT')),
    key: readFileSync(environment('TESTKIT_TLS_KEY')),
  }
  const server = createServer(tls, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.once('data', (request: Buffer) => answer(socket, request.toString()))
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  test.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/files/a?b=c`, sockets }
}

const TRUSTED = identificationBy({})

/** What would have gone the usual way is counted. */
function direct(more: Partial<DirectSettings> = {}) {
  let usual = 0
  const send = directFetch(
    async () => {
      usual++
      return new Response('usual')
    },
    { identification: TRUSTED, silentMs: 60_000, most: 2, ...more },
  )
  const ask = (url: string, size = SIZE, init: RequestInit = {}) =>
    send(url, { ...init, headers: { range: `bytes=0-${size - 1}`, authorization: 'Bearer x' } })
  return { ask, send, usual: () => usual }
}

const head = (size: number, ...more: string[]): string =>
  ['HTTP/1.1 206 Partial Content', `Content-Length: ${size}`, ...more, '', ''].join('\r\n')

async function read(answer: Response) {
  const parts: Uint8Array[] = []
  const failed = await (async () => {
    for await (const part of answer.body ?? []) parts.push(part)
  })().catch((error: Error) => error)
  return { parts, failed, all: Buffer.concat(parts) }
}

describe('a large download', () => {
  it('comes in large pieces, over a connection of its own', async (test) => {
    const bytes = randomBytes(SIZE)
    const requests: string[] = []
    const { url, sockets } = await answering(test, (socket, request) => {
      requests.push(request)
      socket.write(head(SIZE, 'X-One: 1', 'x-one: 2'))
      socket.write(bytes)
    })
    const { ask, usual } = direct()
    const answer = await ask(url)
    assert.equal(answer.status, 206)
    assert.equal(answer.headers.get('x-one'), '1, 2')
    const { parts, failed, all } = await read(answer)
    assert.equal(failed, undefined)
    assert.ok(all.equals(bytes))
    assert.deepEqual(
      parts.map(({ length }) => length),
      [MIB, MIB, MIB, 12_345],
    )
    assert.equal(usual(), 0)
    const [request = ''] = requests
    assert.match(request, /^GET \/files\/a\?b=c HTTP\/1\.1\r\n/)
    assert.match(request, /\r\nauthorization: Bearer x\r\n/)
    assert.match(request, /\r\nhost: localhost:\d+\r\n/)
    assert.match(request, /\r\nconnection: close\r\n/)
    // It is not kept, though the server has not closed it.
    await until(() => sockets.size === 0)
  })

  it('is put together in order, however it is cut on its way', async (test) => {
    const bytes = Buffer.concat([Buffer.from(head(SIZE)), randomBytes(SIZE)])
    const { url } = await answering(test, async (socket) => {
      socket.setNoDelay()
      for (let at = 0, step = 1; at < bytes.length; at += step, step = Math.min(step * 2, 300_000)) {
        const isSent = new Promise((resolve) => socket.write(bytes.subarray(at, at + step), resolve))
        await isSent
      }
    })
    const { all, failed } = await read(await direct().ask(url))
    assert.equal(failed, undefined)
    assert.ok(all.equals(bytes.subarray(head(SIZE).length)))
  })

  it('gives all that came before the line broke', async (test) => {
    const bytes = randomBytes(SIZE)
    const { url } = await answering(test, (socket) => {
      socket.write(head(SIZE))
      socket.write(bytes.subarray(0, 2_500_000), () => socket.end())
    })
    const { ask, usual } = direct()
    const { all, failed } = await read(await ask(url))
    assert.match(failed?.message ?? '', /connection was lost/)
    assert.ok(all.equals(bytes.subarray(0, 2_500_000)))
    assert.equal(usual(), 0)
  })

  it('ends when the line is silent, and not while bytes come', async (test) => {
    const { url } = await answering(test, (socket, request) => {
      if (request.includes('/files/a')) return
      socket.write(head(SIZE))
      if (request.includes('/stalled')) return void socket.write('begun')
      let left = 8
      const trickle = setInterval(() => {
        socket.write(left-- > 0 ? '.' : Buffer.alloc(SIZE - 8))
        if (left < 0) clearInterval(trickle)
      }, 80)
    })
    const { ask, usual } = direct({ silentMs: 500 })
    await assert.rejects(ask(url), /stopped responding/)
    const stalled = await read(await ask(url.replace('/files/a', '/stalled')))
    assert.match(stalled.failed?.message ?? '', /stopped responding/)
    assert.equal(stalled.all.toString(), 'begun')
    const slow = await read(await ask(url.replace('/files/a', '/slow')))
    assert.equal(slow.failed, undefined)
    assert.equal(slow.all.length, SIZE)
    assert.equal(usual(), 0)
  })

  it('goes the usual way where the answer is not as expected, and stays there for a while', async (test) => {
    const heads = {
      'of chunks': head(SIZE, 'Transfer-Encoding: chunked'),
      compressed: head(SIZE, 'Content-Encoding: gzip'),
      'of the whole file': head(SIZE).replace('206 Partial Content', '200 OK'),
      'of another length': head(SIZE - 1),
      'of no length': 'HTTP/1.1 206 Partial Content\r\n\r\n',
      'of two lengths': head(SIZE, `Content-Length: ${SIZE}`),
      'of a length that is no number': head(SIZE).replace(`${SIZE}`, `+${SIZE}`),
      'with a line that goes on': head(SIZE, 'X-One: 1', ' and more'),
      'with a space before the colon': head(SIZE, 'X-One : 1'),
      'with a bare newline': head(SIZE, 'X-One: 1\nX-Two: 2'),
      'with a null in it': head(SIZE, 'X-One: \0'),
      'with no name': head(SIZE, ': 1'),
      'of another protocol': head(SIZE).replace('HTTP/1.1', 'HTTP/1.0'),
      'to go on first': `HTTP/1.1 100 Continue\r\n\r\n${head(SIZE)}`,
      'that is no head': `${randomBytes(100).toString('hex')}\r\n\r\n`,
      'that never ends': `HTTP/1.1 206 OK\r\nX-One: ${'x'.repeat(2 * MAX_HEAD)}`,
    }
    for (const [name, text] of Object.entries(heads)) {
      let connections = 0
      const { url, sockets } = await answering(test, (socket) => {
        connections++
        socket.write(text)
        socket.write(Buffer.alloc(1000))
      })
      const { ask, usual } = direct()
      for (const times of [1, 2]) {
        assert.equal(await (await ask(url)).text(), 'usual', name)
        assert.equal(usual(), times, name)
      }
      assert.equal(connections, 1, name)
      await until(() => sockets.size === 0)
    }
  })

  it('goes the usual way when it is refused, redirected or cannot be asked for, and the next does not', async (test) => {
    const bytes = randomBytes(SIZE)
    let status = ''
    const { url } = await answering(test, (socket) => {
      if (status === '') return void socket.destroy()
      socket.write(head(status === '206' ? SIZE : 2).replace('206', status))
      socket.write(status === '206' ? bytes : 'no')
    })
    const { ask, usual } = direct()
    for (status of ['', '401', '302', '404', '503']) assert.equal(await (await ask(url)).text(), 'usual')
    assert.equal(usual(), 5)
    status = '206'
    assert.ok((await read(await ask(url))).all.equals(bytes))
  })

  it('takes no more than was announced', async (test) => {
    const bytes = randomBytes(SIZE)
    const { url } = await answering(test, (socket) => {
      socket.write(Buffer.concat([Buffer.from(head(SIZE)), bytes, Buffer.from('and more')]))
    })
    const { all } = await read(await direct().ask(url))
    assert.ok(all.equals(bytes))
  })

  it('is for large parts only, and for as many at once as may be', async (test) => {
    const { url, sockets } = await answering(test, (socket) => void socket.write(head(SIZE)))
    const { ask, send, usual } = direct({ most: 1 })
    assert.equal(await (await ask(url, MIB)).text(), 'usual')
    assert.equal(await (await send(url)).text(), 'usual')
    assert.equal(await (await ask(url, SIZE, { method: 'PUT' })).text(), 'usual')
    assert.equal(await (await ask(url.replace('https', 'http'))).text(), 'usual')
    const first = await ask(url)
    assert.equal(usual(), 4)
    assert.equal(await (await ask(url)).text(), 'usual', 'there is one')
    await first.body?.cancel()
    await until(() => sockets.size === 0)
    const again = await ask(url)
    assert.equal(again.status, 206)
    await again.body?.cancel()
  })

  it('is given up when it is to end', async (test) => {
    const { url, sockets } = await answering(test, (socket, request) => {
      if (!request.includes('silent')) socket.write(head(SIZE))
    })
    const ending = new AbortController()
    const { ask, usual } = direct({ signal: ending.signal, most: 3 })
    const begun = await ask(url)
    const own = new AbortController()
    const asked = ask(`${url}&silent`, SIZE, { signal: own.signal })
    await until(() => sockets.size === 2)
    own.abort()
    await assert.rejects(asked, /aborted/)
    const reading = read(begun)
    ending.abort()
    assert.match((await reading).failed?.message ?? '', /aborted/)
    await assert.rejects(ask(url), /aborted/)
    assert.equal(usual(), 0)
  })

  it('goes to the server that is trusted, and sends nothing to another', async (test) => {
    const { cert, key } = certificateOf(Date.now())
    const heard: string[] = []
    const answer: Answer = (socket, request) => {
      heard.push(request)
      socket.write(head(SIZE))
      socket.write(Buffer.alloc(SIZE))
    }
    const pinned = await answering(test, answer, { cert, key })
    const other = await answering(test, answer)
    const { ask, usual } = direct({ identification: identificationBy({ pinned: cert }) })
    assert.equal((await read(await ask(pinned.url))).all.length, SIZE)
    assert.equal(await (await ask(other.url)).text(), 'usual', 'which tells what is wrong')
    assert.equal(usual(), 1)
    assert.equal(heard.length, 1)
  })

  it('keeps to a limit, which can be lifted at any time, and is not taken for silent by that', async (test) => {
    const { url } = await answering(test, (socket, request) => {
      if (request.includes('silent')) return
      socket.write(head(SIZE))
      socket.write(Buffer.alloc(SIZE))
    })
    let rate: number | undefined = 100
    let passed = 0
    const down = new Gate(() => rate)
    const counting = Object.assign(Object.create(down) as Gate, {
      pass: (bytes: number) => {
        passed += bytes
        return down.pass(bytes)
      },
    })
    const { ask } = direct({ silentMs: 500, gates: { up: down, down: counting } })
    const reading = read(await ask(url))
    await until(() => passed > 0)
    // After the time in which a line that says nothing is given up.
    await assert.rejects(direct({ silentMs: 500 }).ask(`${url}&silent`), /stopped responding/)
    assert.ok(passed < MIB, `${passed} bytes were taken from the line`)
    rate = undefined
    const { all, failed } = await reading
    assert.equal(failed, undefined)
    assert.equal(all.length, SIZE)
    assert.equal(passed, SIZE)
  })

  it(`of ${MUCH} MiB comes as fast as it is read, and no faster`, async (test) => {
    const piece = randomBytes(MIB)
    const expected = createHash('sha256')
    for (let n = 0; n < MUCH; n++) expected.update(piece)
    let sent = 0
    let isBlocked = false
    const { url } = await answering(test, async (socket) => {
      socket.write(head(MUCH * MIB))
      for (; sent < MUCH; sent++)
        if (!socket.write(piece)) {
          isBlocked = true
          await once(socket, 'drain')
          isBlocked = false
        }
    })
    const answer = await direct().ask(url, MUCH * MIB)
    let before = -1
    // Nobody reads: sooner or later, no more is sent.
    await until(() => {
      const isStill = isBlocked && sent === before
      before = sent
      return isStill || sent === MUCH
    }, 100)
    assert.ok(sent < 64, `${sent} MiB were sent`)
    const hash = createHash('sha256')
    let size = 0
    for await (const part of answer.body ?? []) {
      hash.update(part)
      size += part.length
    }
    assert.equal(size, MUCH * MIB)
    assert.equal(hash.digest('hex'), expected.digest('hex'))
  })
})
