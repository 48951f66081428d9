import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { holdEmpty } from '@holdfast/server/testkit/database/hold-table'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { useServers } from '@holdfast/server/testkit/servers/servers'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { untilFound } from '@holdfast/server/testkit/servers/until'

/** Asks until there is an answer at all. */
async function answerOf(url: string, init?: RequestInit) {
  const answer = await untilFound(() => fetch(url, init).catch(() => undefined), 10)
  const { error } = (await answer.json()) as { error: unknown }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), error }
}

describe('a service that is being installed', () => {
  const servers = useServers(STACKS[1] as Stack)

  it('says «not yet» to everything until there is an account', async () => {
    const { database } = (await servers.start()).ctx.config
    await servers.stopAll()
    // As it was before the first account, which cannot be made before this is let go.
    const letGo = await holdEmpty(database, 'organization')

    const port = await freePort()
    const starting = servers.start({ port })
    const body = new URLSearchParams({
      grant_type: 'password',
      client_id: 'anchor',
      username: 'x',
      password: 'x',
    })
    const token = { method: 'POST', body }
    for (const [path, init] of [
      ['/api/2/version'],
      ['/api/2/person'],
      ['/oauth/token', token],
      ['/'],
    ] as const) {
      const answer = await answerOf(`https://localhost:${port}${path}`, init)
      assert.deepEqual(answer, { status: 503, retryAfter: '1', error: 'temporarily_unavailable' }, path)
    }
    for (const scheme of ['https', 'http']) {
      const health = await Promise.all(
        ['/healthz', '/readyz'].map(
          async (path) => (await fetch(`${scheme}://localhost:${port}${path}`)).status,
        ),
      )
      assert.deepEqual(health, [200, 503], scheme)
    }
    const plain = await answerOf(`http://localhost:${port}/api/2/version`)
    assert.deepEqual([plain.status, plain.error], [400, 'insecure_transport'])

    await letGo()
    const { url, firstAccount } = await starting
    assert.ok(firstAccount)
    assert.equal((await fetch(`${url}/api/2/version`)).status, 200)
  })
})
