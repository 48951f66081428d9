import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { STACKS, type Stack } from '@holdfast/server/testkit/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/world'

describe('a flood of wrong passwords from one network', () => {
  const world = useWorld(STACKS[0] as Stack, { config: { trustProxy: ['127.0.0.1', '::1'] } })

  const signIn = (username: string, password: string, from: string) =>
    world.token({ grant_type: 'password', username, password }, { 'x-forwarded-for': from })

  it('delays neither sign-ins of others nor downloads', async () => {
    const ann = await world.person()
    const { id } = await ann.upload('a.bin', Buffer.alloc(300_000, 'x'))
    // Connections first: making them takes longer than a password.
    await Promise.all(Array.from({ length: 42 }, () => world.request('/api/2/version')))
    let answered = 0
    const flood = Array.from({ length: 40 }, async (_, n) => {
      // One customer's addresses of IPv6 are one network.
      const { error } = await signIn(`nobody${n}@example.test`, 'wrong', `2001:db8::${n.toString(16)}`)
      answered++
      return error
    })
    while (answered === 0) await new Promise(setImmediate)
    const answeredBefore = answered
    assert.equal((await signIn(ann.email, PASSWORD, '203.0.113.7')).status, 200)
    assert.equal((await ann.download(id)).length, 300_000)
    assert.ok(answered < answeredBefore + 20, `${answered} of the flood came first`)
    assert.deepEqual([...new Set(await Promise.all(flood))], ['invalid_grant'])
  })
})
