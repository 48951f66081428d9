import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { describe, it } from 'node:test'
import { useFronts } from '../../../testkit/servers/fronts.ts'
import { STACKS } from '../../../testkit/servers/stacks.ts'
import { useWorld } from '../../../testkit/servers/world.ts'
import { holdUntil } from './servers.ts'

const [stack] = STACKS
if (!stack) throw new Error('There is no stack')

describe('a server that has begun to listen and cannot serve yet', () => {
  const open = useFronts(useWorld(stack))
  const start = async (mostMs = 600_000) => {
    const ready = Promise.withResolvers<void>()
    const front = await open({}, 1000, (routing) =>
      holdUntil(
        ready.promise.then(() => routing),
        mostMs,
      ),
    )
    const ask = (path: string) => fetch(front.url + path)
    return { ready, ask, url: front.url }
  }

  it('lets requests wait until it can, and says meanwhile that it is alive', async () => {
    const { ready, ask } = await start()
    let answered = 0
    const version = ask('/api/2/version').finally(() => answered++)
    const undecodable = ask('/api/2/%E0%A4%A').finally(() => answered++)
    assert.equal((await ask('/healthz')).status, 200)
    assert.equal((await ask('/readyz')).status, 503)
    assert.equal(answered, 0)
    ready.resolve()
    assert.equal((await version).status, 200)
    assert.equal((await undecodable).status, 400)
  })

  it('refuses them if it cannot start', async () => {
    const { ready, ask } = await start()
    const version = ask('/api/2/version')
    assert.equal((await ask('/healthz')).status, 200)
    ready.reject(new Error('no database'))
    const { status, headers } = await version
    assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
  })

  it('refuses them if that takes long', async () => {
    const { ready, ask } = await start(1)
    assert.equal((await ask('/api/2/version')).status, 503)
    ready.resolve()
  })

  it('refuses at once what would leave HTTP: who wants a line tries again', async () => {
    const { ready, url } = await start()
    const asking = request(`${url}/agent/1`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket' },
    }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    assert.equal(answer.statusCode, 503)
    ready.resolve()
  })
})
