import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listRootChildren } from '@holdfast/api/files/files'
import {
  bearer,
  encodeRequest,
  openPlain,
  openTls,
  type RawResponse,
  rawCall,
} from '@holdfast/server/testkit/content/raw-http'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const [SMALL] = STACKS as [Stack]
const VERSION = { path: '/api/2/version' }

function assertError(response: RawResponse, status: number, error: string, description?: string): void {
  assert.equal(response.status, status, `${response.statusLine} ${response.body}`)
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  const body = response.json()
  assert.equal(body.error, error)
  assert.equal(typeof body.error_description, 'string')
  if (description !== undefined) assert.equal(body.error_description, description)
}

describe('a plain connection', () => {
  const world = useWorld(SMALL, { config: { trustProxy: ['127.0.0.1'] } })
  const forwarded = { ...VERSION, headers: { 'X-Forwarded-Proto': 'https' } }

  it('works for a trusted proxy that says the client came over TLS', async () => {
    using proxy = await openPlain(world.url)
    assert.equal((await proxy.exchange(forwarded)).status, 200)
    // The client's own hop stands first in the list.
    const chain = { ...VERSION, headers: { 'X-Forwarded-Proto': 'HTTPS, http' } }
    assert.equal((await proxy.exchange(chain)).status, 200)
  })

  it('is refused from a trusted proxy that does not say so', async () => {
    for (const headers of [{}, { 'X-Forwarded-Proto': 'http' }, { 'X-Forwarded-Proto': 'http, https' }]) {
      using proxy = await openPlain(world.url)
      assertError(await proxy.exchange({ ...VERSION, headers }), 400, 'insecure_transport')
    }
  })

  it('is refused from anyone else, whatever they say', async () => {
    using stranger = await openPlain(world.url, '127.0.0.2')
    const response = await stranger.exchange(forwarded)
    assertError(response, 400, 'insecure_transport', 'HTTPS is required.')
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    assert.equal((await stranger.closed()).length, 0)
  })

  it('is answered as a health check, whoever asks', async () => {
    for (const from of ['127.0.0.1', '127.0.0.2'])
      for (const [path, text] of [
        ['/healthz', /^alive/],
        ['/readyz', /"ready":true/],
        ['/readyz?from=balancer', /"ready":true/],
      ] as const) {
        using checker = await openPlain(world.url, from)
        const response = await checker.exchange({ path })
        assert.equal(response.status, 200, `${path} ${response.body}`)
        assert.match(response.body.toString(), text)
        // A health check is all that the connection is good for.
        assertError(await checker.exchange(VERSION), 400, 'insecure_transport')
      }
    using head = await openPlain(world.url, '127.0.0.2')
    assert.equal((await head.exchange({ method: 'HEAD', path: '/readyz' })).status, 200)
    // As HAProxy asks without further words.
    using old = await openPlain(world.url, '127.0.0.2')
    old.send('GET /readyz HTTP/1.0\r\n\r\n')
    assert.equal((await old.receive()).status, 200)
  })

  it('is refused for what only resembles a health check', async () => {
    const requests = [
      { method: 'POST', path: '/healthz' },
      { method: 'OPTIONS', path: '/healthz' },
      { path: '/healthz/' },
      { path: '//healthz' },
      { path: '/%68ealthz' },
      { path: '/healthz/../api/2/version' },
      { path: 'http://localhost/healthz' },
      { path: '/metrics' },
    ]
    for (const request of requests) {
      using stranger = await openPlain(world.url, '127.0.0.2')
      assertError(await stranger.exchange(request), 400, 'insecure_transport')
    }
  })

  it('is refused with a body, and before any of it counts', async () => {
    using stranger = await openPlain(world.url, '127.0.0.2')
    const path = '/oauth/token?grant_type=password&client_id=anchor'
    const response = await stranger.exchange({ method: 'POST', path, body: 'x'.repeat(1000) })
    assertError(response, 400, 'insecure_transport')
  })
})

describe('a connection', () => {
  const world = useWorld(SMALL)

  it('carries one request after another', async () => {
    using connection = await openTls(world.url)
    for (const path of ['/api/2/version', '/nowhere', '/api/2/person', '/api/2/version']) {
      const { status } = await connection.exchange({ path })
      assert.equal(status, { '/api/2/version': 200, '/nowhere': 404, '/api/2/person': 401 }[path])
    }
  })

  it('carries requests sent at once, and answers them in order', async () => {
    using connection = await openTls(world.url)
    const paths = ['/api/2/version', '/nowhere', '/api/2/person', '/api/2/version']
    connection.send(Buffer.concat(paths.map((path) => encodeRequest({ path }))))
    const statuses: number[] = []
    for (const _ of paths) statuses.push((await connection.receive()).status)
    assert.deepEqual(statuses, [200, 404, 401, 200])
  })

  it('goes on after a body that nobody read', async () => {
    using connection = await openTls(world.url)
    const body = 'x'.repeat(300_000)
    assert.equal((await connection.exchange({ ...VERSION, body })).status, 200)
    const upload = { method: 'POST', path: '/api/2/files/1/upload', body }
    assertError(await connection.exchange(upload), 401, 'access_denied')
    assert.equal((await connection.exchange(VERSION)).status, 200)
  })

  it('ends when the client asks for that', async () => {
    using connection = await openTls(world.url)
    const { headers } = await connection.exchange({ ...VERSION, headers: { Connection: 'close' } })
    assert.equal(headers.connection, 'close')
    assert.equal((await connection.closed()).length, 0)
  })

  it('answers garbage instead of HTTP, and ends', async () => {
    using secure = await openTls(world.url)
    secure.send('\x00\x01garbage\r\n\r\n')
    assertError(await secure.receive(), 400, 'invalid_request', 'The request is malformed.')
    assert.equal((await secure.closed()).length, 0)
    using plain = await openPlain(world.url)
    plain.send('garbage\r\n\r\n')
    assertError(await plain.receive(), 400, 'invalid_request')
    assert.equal((await plain.closed()).length, 0)
    assert.equal((await rawCall(world.url, VERSION)).status, 200)
  })

  it('ends on garbage instead of TLS', async () => {
    for (const garbage of ['\x16garbage, not a handshake at all', '\x16\x03\x01\x00\x05hello']) {
      using connection = await openPlain(world.url)
      connection.send(Buffer.from(garbage, 'latin1'))
      const sent = await connection.closed()
      // At most a TLS alert: no answer that was not asked for.
      assert.ok(sent.length === 0 || sent[0] === 0x15, `${sent}`)
    }
    assert.equal((await rawCall(world.url, VERSION)).status, 200)
  })

  it('puts no answer to garbage into the middle of another answer', async () => {
    const ann = await world.person()
    const bytes = Buffer.alloc(8 * 1024 * 1024, 'holdfast')
    const file = await ann.upload('long.bin', bytes)
    using connection = await openTls(world.url)
    connection.socket.pause()
    const path = `/api/2/files/${ann.rootId}/${file.id}/download`
    connection.send(encodeRequest({ path, headers: bearer(ann) }))
    await new Promise((resolve) => connection.socket.once('readable', resolve))
    connection.send('garbage\r\n\r\n')
    connection.socket.resume()
    const sent = await connection.closed()
    assert.equal(sent.includes('The request is malformed.'), false)
    assert.equal(sent.subarray(0, 12).toString(), 'HTTP/1.1 200')
  })

  it('refuses a megabyte of headers', async () => {
    for (const headers of [{ Cookie: 'x'.repeat(1024 * 1024) }, manyHeaders(1024 * 1024)])
      assertError(
        await rawCall(world.url, { ...VERSION, headers }),
        400,
        'invalid_request',
        'The headers of the request are too large.',
      )
    const path = `/api/2/version?${'x'.repeat(1024 * 1024)}`
    assertError(await rawCall(world.url, { path }), 400, 'invalid_request')
    assert.equal((await rawCall(world.url, VERSION)).status, 200)
  })

  it('refuses HTTP/1.1 without a host, with JSON', async () => {
    using connection = await openTls(world.url)
    connection.send('GET /api/2/version HTTP/1.1\r\n\r\n')
    assertError(await connection.receive(), 400, 'invalid_request')
  })

  it('refuses a body of unclear length, with JSON', async () => {
    using connection = await openTls(world.url)
    const headers = { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }
    const response = await connection.exchange({
      method: 'POST',
      path: '/oauth/token',
      headers,
      body: '0\r\n\r\n',
    })
    assertError(response, 400, 'invalid_request')
    assert.equal((await connection.closed()).length, 0)
  })

  it('refuses a body that breaks its chunked encoding, with JSON', async () => {
    using connection = await openTls(world.url)
    const headers = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' }
    const body = '3\r\n{"a\r\nnonsense\r\n'
    const response = await connection.exchange({ method: 'POST', path: '/oauth/token', headers, body })
    assertError(response, 400, 'invalid_request')
    assert.equal((await rawCall(world.url, VERSION)).status, 200)
  })

  function manyHeaders(bytes: number): Record<string, string> {
    const count = Math.ceil(bytes / 100)
    return Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-Filler-${n}`, 'y'.repeat(90)]))
  }
})

describe('Expect: 100-continue', () => {
  const world = useWorld(SMALL)
  const expecting = { Expect: '100-continue', 'Content-Type': 'multipart/form-data; boundary=b' }
  const body = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n',
  )

  it('is answered before a welcome upload is sent', async () => {
    const ann = await world.person()
    using connection = await openTls(world.url)
    const headers = { ...bearer(ann), ...expecting, 'Content-Length': `${body.length}` }
    connection.send(encodeRequest({ method: 'POST', path: `/api/2/files/${ann.rootId}/upload`, headers }))
    assert.equal((await connection.receive()).statusLine, 'HTTP/1.1 100 Continue')
    connection.send(body)
    const response = await connection.receive()
    assert.equal(response.status, 200)
    assert.equal(response.json().size, 5)
    assert.equal((await connection.exchange(VERSION)).status, 200)
  })

  it('is answered for parameters', async () => {
    using connection = await openTls(world.url)
    const headers = { Expect: '100-continue', 'Content-Length': '2', 'Content-Type': 'application/json' }
    connection.send(encodeRequest({ method: 'POST', path: '/oauth/token', headers }))
    assert.equal((await connection.receive()).status, 100)
    connection.send('{}')
    const response = await connection.receive()
    assertError(response, 400, 'invalid_request', 'Missing required parameter: grant_type')
  })

  it('is refused at once without a token', async () => {
    using connection = await openTls(world.url)
    const headers = { ...expecting, 'Content-Length': '1000000' }
    connection.send(encodeRequest({ method: 'POST', path: '/api/2/files/1/upload', headers }))
    const response = await connection.receive()
    assertError(response, 401, 'access_denied')
    assert.equal(response.headers['www-authenticate'], 'Bearer')
    // What comes next could be the body or another request: nobody can tell.
    assert.equal(response.headers.connection, 'close')
    assert.equal((await connection.closed()).length, 0)
  })

  it('is refused at once for more than a file may have', async () => {
    const ann = await world.person({ organizationId: await world.organization({ max_file_size: 1 }) })
    using connection = await openTls(world.url)
    const headers = { ...bearer(ann), ...expecting, 'Content-Length': `${10 * 1024 * 1024}` }
    connection.send(encodeRequest({ method: 'POST', path: `/api/2/files/${ann.rootId}/upload`, headers }))
    assertError(await connection.receive(), 409, 'policy_error')
    assert.equal((await connection.closed()).length, 0)
  })

  it('is ignored where it is something else', async () => {
    const headers = { Expect: 'miracles' }
    assert.equal((await rawCall(world.url, { ...VERSION, headers })).status, 200)
  })
})

for (const stack of STACKS)
  describe(`an upload that breaks off on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('leaves no file and a server that goes on', async () => {
      const ann = await world.person()
      for (const sent of [0, 100, 3 * 1024 * 1024]) {
        using connection = await openTls(world.url)
        const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
        const headers = {
          ...bearer(ann),
          Expect: '100-continue',
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': `${8 * 1024 * 1024}`,
        }
        connection.send(encodeRequest({ method: 'POST', path: `/api/2/files/${ann.rootId}/upload`, headers }))
        assert.equal((await connection.receive()).status, 100)
        await new Promise((resolve) => connection.socket.write(head + 'x'.repeat(sent), resolve))
        connection.reset()
      }
      const { total } = await ann.call(listRootChildren, { root_id: ann.rootId })
      assert.equal(total, 0)
      await ann.upload('a.bin', 'whole')
    })
  })
