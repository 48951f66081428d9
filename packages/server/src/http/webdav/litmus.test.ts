import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import { runLitmus } from '@holdfast/server/testkit/webdav/litmus'
import { plainBridge } from '@holdfast/server/testkit/webdav/plain-bridge'

const PARTS = new Map([
  ['basic', 16],
  ['copymove', 13],
  ['props', 30],
  ['locks', 41],
  ['http', 4],
])

for (const stack of STACKS)
  describe(`litmus on ${stack.name}`, { timeout: 600_000 }, () => {
    const world = useWorld(stack)

    it('passes whole, without a warning', async () => {
      const ann = await world.person()
      // One of its tests is only there for connections without TLS.
      await using bridge = await plainBridge(world.url)
      const url = `${bridge.url}/dav/My%20files/`
      const { parts, complaints, output } = await runLitmus(url, ann.email, PASSWORD, [...PARTS.keys()])
      assert.deepEqual(complaints, [], output)
      for (const [part, count] of PARTS)
        assert.deepEqual(parts.get(part), { run: count, passed: count }, output)
    })
  })
