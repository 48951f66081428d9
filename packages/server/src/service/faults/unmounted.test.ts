import assert from 'node:assert/strict'
import { mkdir, rename, rm } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const [SMALL_STACK] = STACKS as [Stack]
const LARGE = Buffer.alloc(300_000, 'large')

describe('blobs on a disk that is not mounted', () => {
  const world = useWorld(SMALL_STACK)
  const dir = () => (world.place.blobs as { dir: string }).dir
  /** What is left of a folder when its disk is taken away. */
  async function unmount(): Promise<() => Promise<void>> {
    await rename(dir(), `${dir()}.away`)
    await mkdir(dir())
    return async () => {
      await rm(dir(), { recursive: true })
      await rename(`${dir()}.away`, dir())
    }
  }

  it('are an outage while the service runs: nothing is taken for lost, and nothing is stored elsewhere', async () => {
    const ann = await world.person()
    const file = await ann.upload('large.bin', LARGE)
    const mount = await unmount()
    const at = `/api/2/files/${ann.rootId}`
    const read = await world.request(`${at}/${file.id}/download`, { headers: ann.bearer })
    assert.deepEqual([read.status, read.body.error_reason], [503, undefined])
    for (let n = 0; n < 3; n++)
      await assert.rejects(ann.upload(`more ${n}.bin`, Buffer.concat([LARGE, Buffer.from([n])])), {
        status: 503,
      })
    await mount()
    assert.deepEqual(await ann.download(file.id), LARGE)
    const marked = await world.service.ctx.db.read
      .selectFrom('chunk')
      .select('id')
      .where('root_id', '=', ann.rootId)
      .where('damaged_at', 'is not', null)
      .execute()
    assert.deepEqual(marked, [])
  })

  it('keep a service from starting, which says what to look for', async () => {
    const ann = await world.person()
    const file = await ann.upload('large.bin', LARGE)
    await world.service.close()
    const mount = await unmount()
    await assert.rejects(world.start(), { name: 'ConfigError', message: /is empty.*mounted/ })
    await mount()
    await world.start()
    const address = `${world.url}/api/2/files/${ann.rootId}/${file.id}/download`
    const answer = await fetch(address, { headers: ann.bearer })
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), LARGE)
  })
})
