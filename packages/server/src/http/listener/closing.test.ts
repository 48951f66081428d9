import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { bearer, encodeRequest, openPlain, openTls } from '@holdfast/server/testkit/content/raw-http'
import { useFronts } from '@holdfast/server/testkit/servers/fronts'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const [SMALL] = STACKS as [Stack]
const MIB = 1024 * 1024
const VERSION = { path: '/api/2/version' }

// Nothing may end just because the time for draining is over.
const LIMITS = { drainMs: 3_600_000 }

describe('closing', () => {
  const world = useWorld(SMALL)
  const open = useFronts(world)
  const body = '--b\r\nContent-Disposition: form-data; name=file; filename=late.txt\r\n\r\nlate\r\n--b--\r\n'

  it('ends connections that carry no request, whatever they are waiting for', async () => {
    const { url, close } = await open(LIMITS)
    using silent = await openPlain(url)
    using greeted = await openTls(url)
    using kept = await openTls(url)
    await kept.exchange(VERSION)
    using halfway = await openTls(url)
    halfway.send('GET /api/2/version HTTP/1.1\r\nHo')
    await close()
    for (const connection of [silent, greeted, kept, halfway])
      assert.equal((await connection.closed()).length, 0)
  })

  it('takes no new connection', async () => {
    const { url, close } = await open(LIMITS)
    await close()
    await assert.rejects(openPlain(url), { code: 'ECONNREFUSED' })
  })

  it('lets an upload under way finish, and then ends its connection', async () => {
    const { url, close } = await open(LIMITS)
    const ann = await world.person()
    using connection = await openTls(url)
    const headers = {
      ...bearer(ann),
      Expect: '100-continue',
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': `${body.length}`,
    }
    connection.send(encodeRequest({ method: 'POST', path: `/api/2/files/${ann.rootId}/upload`, headers }))
    assert.equal((await connection.receive()).status, 100)
    const closed = close()
    await assert.rejects(openPlain(url), { code: 'ECONNREFUSED' })
    connection.send(body)
    const response = await connection.receive()
    assert.equal(response.status, 200)
    assert.equal(response.headers.connection, 'close')
    await closed
    assert.equal((await connection.closed()).length, 0)
  })

  it('lets slow readers have all of their downloads', async () => {
    const { url, close } = await open(LIMITS)
    const ann = await world.person()
    const file = await ann.upload('long.bin', Buffer.alloc(12 * MIB, 'holdfast '))
    const path = `/api/2/files/${ann.rootId}/${file.id}/download`
    // Of many lengths, some end in the server's own buffers at the moment of closing.
    const readers = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const length = (n + 1) * (MIB / 2)
        const connection = await openTls(url)
        const headers = { ...bearer(ann), Range: `bytes=0-${length - 1}` }
        connection.send(encodeRequest({ path, headers }))
        await once(connection.socket, 'data')
        connection.socket.pause()
        return { connection, length }
      }),
    )
    const closed = close()
    await assert.rejects(openPlain(url), { code: 'ECONNREFUSED' })
    for (const { connection, length } of readers) {
      connection.socket.resume()
      assert.equal((await connection.receive()).body.length, length)
    }
    await closed
  })
})
