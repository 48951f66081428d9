import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listRootChildren } from '@holdfast/api/files/files'
import { bearer, encodeRequest, openPlain, openTls, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { useFronts } from '@holdfast/server/testkit/servers/fronts'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const [SMALL] = STACKS as [Stack]
const VERSION = { path: '/api/2/version' }
const LATE = { error: 'invalid_request', error_description: 'The request took too long.' }

describe('whoever keeps the server waiting', () => {
  const world = useWorld(SMALL)
  const open = useFronts(world)

  it('before the first byte is sent away', async () => {
    const { url } = await open({ firstByteMs: 100 })
    using connection = await openPlain(url)
    assert.equal((await connection.closed()).length, 0)
    assert.equal((await rawCall(url, VERSION)).status, 200)
  })

  it('in the middle of the TLS handshake is sent away', async () => {
    const { url } = await open({ headersMs: 200 })
    using connection = await openPlain(url)
    // The start of a record that announces 512 bytes.
    connection.send(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]))
    assert.equal((await connection.closed()).length, 0)
    assert.equal((await rawCall(url, VERSION)).status, 200)
  })

  it('after the TLS handshake is told', async () => {
    const { url } = await open({ headersMs: 200, checkEveryMs: 50 })
    using connection = await openTls(url)
    assert.deepEqual((await connection.receive()).json(), LATE)
    assert.equal((await connection.closed()).length, 0)
  })

  it('in the middle of the headers is told', async () => {
    const { url } = await open({ headersMs: 200, checkEveryMs: 50 })
    for (const connect of [openTls, openPlain]) {
      using connection = await connect(url)
      connection.send('GET /api/2/version HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
      const response = await connection.receive()
      assert.equal(response.status, 400)
      assert.deepEqual(response.json(), LATE)
      assert.equal((await connection.closed()).length, 0)
    }
    assert.equal((await rawCall(url, VERSION)).status, 200)
  })

  it('between two requests is sent away', async () => {
    const { url } = await open({ keepAliveMs: 100 })
    using connection = await openTls(url)
    assert.equal((await connection.exchange(VERSION)).status, 200)
    assert.equal((await connection.closed()).length, 0)
  })

  it('in the middle of an upload is sent away, and leaves no file', async () => {
    const { url } = await open({ idleMs: 200 })
    const ann = await world.person()
    using connection = await openTls(url)
    const headers = {
      ...bearer(ann),
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': '5000000',
    }
    const body = '--b\r\nContent-Disposition: form-data; name=file; filename=half.txt\r\n\r\nhalf'
    const path = `/api/2/files/${ann.rootId}/upload`
    connection.send(encodeRequest({ method: 'POST', path, headers, body }))
    assert.equal((await connection.closed()).length, 0)
    const { total } = await ann.call(listRootChildren, { root_id: ann.rootId })
    assert.equal(total, 0)
    assert.equal((await rawCall(url, VERSION)).status, 200)
  })

  it('in the middle of parameters is sent away', async () => {
    const { url } = await open({ idleMs: 200 })
    using connection = await openTls(url)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '1000' }
    connection.send(encodeRequest({ method: 'POST', path: '/oauth/token', headers, body: '{"grant_type":' }))
    assert.equal((await connection.closed()).length, 0)
    assert.equal((await rawCall(url, VERSION)).status, 200)
  })

  it('by sending parameters ever so slowly is told after a minute', async (t) => {
    const { url } = await open({})
    using connection = await openTls(url)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const headers = { Expect: '100-continue', 'Content-Type': 'application/json', 'Content-Length': '1000' }
    connection.send(encodeRequest({ method: 'POST', path: '/oauth/token', headers }))
    assert.equal((await connection.receive()).status, 100)
    t.mock.timers.tick(59_999)
    connection.send('{"grant_type":')
    t.mock.timers.tick(1)
    const response = await connection.receive()
    assert.equal(response.status, 400)
    assert.deepEqual(response.json(), LATE)
  })

  it('with the rest of a refused body is sent away', async () => {
    const { url } = await open({ lingerMs: 200 })
    using connection = await openTls(url)
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '5000000' }
    connection.send(encodeRequest({ method: 'POST', path: '/api/2/files/1/upload', headers, body: 'x' }))
    assert.equal((await connection.receive()).status, 401)
    const trickle = setInterval(() => connection.send('x'), 20)
    assert.equal((await connection.closed()).length, 0)
    clearInterval(trickle)
    assert.equal((await rawCall(url, VERSION)).status, 200)
  })
})
