import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import { useFronts } from '@holdfast/server/testkit/servers/fronts'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until, untilFound } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const [stack] = STACKS.slice(0, 1) as [(typeof STACKS)[number]]

/** A connection, or undefined where the server wants none. */
async function open(url: string): Promise<TLSSocket | undefined> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', servername: 'localhost' })
  const closed = once(socket, 'close').then(() => undefined)
  socket.on('error', () => {})
  return Promise.race([once(socket, 'secureConnect').then(() => socket), closed]).catch(() => undefined)
}

describe('connections of one network', () => {
  const world = useWorld(stack)
  const fronts = useFronts(world)

  it('are as many as are allowed, and others come in when they end', async () => {
    const { url } = await fronts({}, 3)
    const first = await Promise.all([open(url), open(url), open(url)])
    assert.ok(first.every((socket) => socket !== undefined))
    assert.equal(await open(url), undefined)
    first[0]?.destroy()
    // The server hears of the end a little later.
    const another = await untilFound(() => open(url))
    assert.equal(await open(url), undefined)
    for (const socket of [...first, another]) socket?.destroy()
  })
})

describe('requests of one network behind a proxy', () => {
  const world = useWorld(stack, { config: { trustProxy: ['127.0.0.1'], connectionsPerNetwork: 10 } })

  it('are as many at once as are allowed, whichever connection they come by', async () => {
    const waiting = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = (await open(world.url)) ?? assert.fail('refused')
        // The rest of its body does not come.
        const head = ['POST /oauth/token HTTP/1.1', 'Host: localhost', 'X-Forwarded-For: 203.0.113.7']
        socket.write([...head, 'Content-Length: 9', 'Expect: 100-continue', '', ''].join('\r\n'))
        await once(socket, 'data')
        return socket
      }),
    )
    const ask = async (address: string) =>
      (await world.request('/api/2/version', { headers: { 'x-forwarded-for': address } })).status
    assert.deepEqual([await ask('203.0.113.7'), await ask('203.0.113.8')], [503, 200])
    for (const socket of waiting) socket.destroy()
    await until(async () => (await ask('203.0.113.7')) === 200)
  })
})

describe('what strangers send', () => {
  const world = useWorld(stack)

  it('is held to less than what is sent by those who signed in', async () => {
    const long = 'x'.repeat(100_000)
    const { status, body } = await world.token({ grant_type: 'password', username: 'a', password: long })
    assert.equal(status, 400)
    assert.match(String(body.error_description), /parameters are too large/)
    const ann = await world.person()
    const folder = `/api/2/files/${ann.rootId}/create_folder`
    assert.equal((await world.post(folder, { name: long }, ann.bearer)).error, 'name_too_long')
  })
})
