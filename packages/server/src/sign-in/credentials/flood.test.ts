import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { BUILT_IN_CLIENT } from '@holdfast/api/sign-in/oauth'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { ServerProcess } from '@holdfast/server/testkit/servers/server-process'
import { type Place, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, Someone } from '@holdfast/server/testkit/servers/world'

/** What OWASP recommends first. */
const COSTLY = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

// In the process of tests passwords cost next to nothing.
describe('the passwords of a server as it is shipped', () => {
  let place: Place
  let server: ServerProcess
  before(async () => {
    place = await (STACKS[0] as Stack).open('migrated')
    server = await ServerProcess.start(place, { HOLDFAST_TRUST_PROXY: '127.0.0.1,::1' })
  })
  after(async () => {
    await server.stop()
    await place.dispose()
  })

  async function signIn(username: string, password: string, from: string) {
    const response = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: new URLSearchParams({ client_id: BUILT_IN_CLIENT, grant_type: 'password', username, password }),
    })
    return (await response.json()) as { error?: string; access_token?: string }
  }

  it('are costly to guess from what is stored', async () => {
    const db = await openQuietly(place.database)
    const people = await db.read.selectFrom('person').select('password_hash').execute()
    await db.close()
    assert.equal(people.length, 1)
    for (const { password_hash } of people) assert.match(password_hash ?? '', COSTLY)
  })

  it('are wrong in a flood from one network without delaying sign-ins of others or downloads', async () => {
    const admin = new Someone(server.url, 'admin@localhost')
    await admin.signIn(admin.email, PASSWORD)
    const { id } = await admin.upload('a.bin', Buffer.alloc(300_000, 'x'))
    // Connections first: making them takes longer than a password.
    await Promise.all(Array.from({ length: 42 }, () => fetch(`${server.url}/api/2/version`)))
    let answered = 0
    const flood = Array.from({ length: 40 }, async (_, n) => {
      // One customer's addresses of IPv6 are one network.
      const { error } = await signIn(`nobody${n}@example.test`, 'wrong', `2001:db8::${n.toString(16)}`)
      answered++
      return error
    })
    while (answered === 0) await new Promise(setImmediate)
    const answeredBefore = answered
    assert.ok((await signIn(admin.email, PASSWORD, '203.0.113.7')).access_token)
    assert.equal((await admin.download(id)).length, 300_000)
    assert.ok(answered < answeredBefore + 20, `${answered} of the flood came first`)
    assert.deepEqual([...new Set(await Promise.all(flood))], ['invalid_grant'])
  })
})
