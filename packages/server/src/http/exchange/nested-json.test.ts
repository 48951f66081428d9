import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getWebSettings, setWebSettings } from '@holdfast/api/files/preferences'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { readFrame } from '../../devices/channel/frames.ts'

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

for (const stack of STACKS)
  describe(`JSON that is nested deeply on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('is taken up to 64 levels, whatever signs stand in its texts', async () => {
      const ann = await world.person()
      // The parameters themselves are a level.
      const settings = JSON.parse(nested(63)) as Record<string, unknown>
      settings['[[[['] = '"\\'.repeat(100) + '{['.repeat(100)
      await ann.call(setWebSettings, { person_id: ann.id, settings })
      assert.deepEqual(await ann.call(getWebSettings, { person_id: ann.id }), { settings })
    })

    it('is refused beyond that, however deep, as a body, in a field of a form, and in a batch', async () => {
      const ann = await world.person()
      const refused = async (path: string, init: RequestInit) => {
        const response = await fetch(`${world.url}${path}`, init)
        const { error } = (await response.json()) as { error: string }
        assert.deepEqual([response.status, error], [400, 'invalid_request'], path)
      }
      const settings = `/api/2/person/${ann.id}/web_settings`
      for (const levels of [65, 5000, 100_000]) {
        const headers = { ...ann.bearer, 'content-type': 'application/json' }
        await refused(settings, { method: 'PUT', headers, body: `{"settings":${nested(levels - 1)}}` })
        if (levels === 100_000) continue
        const form = new URLSearchParams({ settings: nested(levels) })
        await refused(settings, { method: 'PUT', headers: ann.bearer, body: form })
        const json = Buffer.from(`{"epoch":"x","ops":${lists(levels - 1)}}`)
        const size = Buffer.alloc(4)
        size.writeUInt32BE(json.length)
        const body = Buffer.concat([size, json])
        await refused(`/api/2/files/${ann.rootId}/batch`, { method: 'POST', headers: ann.bearer, body })
      }
    })
  })

describe('a frame of a device that is nested deeply', () => {
  const frame = (levels: number) => `{"t":"result","id":"1","ok":true,"data":${lists(levels - 1)}}`

  it('is none', () => {
    assert.equal(readFrame(frame(64))?.t, 'result')
    assert.equal(readFrame(frame(65)), undefined)
  })
})
