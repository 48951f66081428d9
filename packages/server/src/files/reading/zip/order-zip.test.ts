import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_ORDERED, orderZip } from '@holdfast/api/files/file-zips'
import type { EntryId } from '@holdfast/api/ids'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { unzip } from '@holdfast/server/testkit/content/unzip'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`a zip that was asked for on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function scene() {
      const ann = await world.person()
      const [one, two] = [await ann.upload('one.txt', '1'), await ann.upload('two.txt', '2')]
      await ann.upload('three.txt', '3')
      const order = (file_ids: EntryId[] = [one.id]) =>
        ann.call(orderZip, { root_id: ann.rootId, folder_id: 0 as EntryId, file_ids })
      return { ann, one, two, order }
    }
    const get = (address: string, who: Someone, method = 'GET') =>
      fetch(world.url + address, { method, headers: who.bearer })
    const statusOf = async (response: Response) => {
      await response.arrayBuffer()
      return response.status
    }

    it('of any number of ids is had once, in the browser of whoever asked', async () => {
      const { ann, one, two, order } = await scene()
      const many = Array.from({ length: MAX_ORDERED }, (_, n) => (n % 2 === 0 ? one : two).id)
      const { address, expires } = await order(many)
      assert.equal(expires, '2026-01-15T12:02:00')
      const bob = await world.person()
      assert.equal((await get(address, ann, 'HEAD')).status, 200, 'a look takes nothing')
      assert.equal(await statusOf(await get(address, bob)), 404)
      const { cookie = '' } = await webHeaders(world, ann.email)
      const response = await fetch(world.url + address, { headers: { cookie } })
      assert.equal(response.status, 200)
      const zip = Buffer.from(await response.arrayBuffer())
      assert.deepEqual(
        (await unzip(zip)).map(({ path }) => path),
        ['one.txt', 'two.txt'],
      )
      assert.equal(await statusOf(await get(address, ann)), 404)
    })

    it('is given to one of several at once', async () => {
      const { ann, order } = await scene()
      const { address } = await order()
      const both = await Promise.all(
        [get(address, ann), get(address, ann)].map(async (one) => statusOf(await one)),
      )
      assert.deepEqual(both.sort(), [200, 404])
    })

    it('is not there after two minutes, nor anything of it', async () => {
      const { ann, order } = await scene()
      const { address } = await order()
      world.clock.advance({ minutes: 2 })
      assert.equal(await statusOf(await get(address, ann)), 404)
      world.clock.advance({ minutes: 5 })
      await world.runJobs()
      assert.deepEqual(await world.service.ctx.db.read.selectFrom('zip_order').selectAll().execute(), [])
    })

    it('is for those who may read, when it is asked for and when it is fetched', async () => {
      const { ann, one, order } = await scene()
      const bob = await world.person()
      const asked = { root_id: ann.rootId, folder_id: 0 as EntryId, file_ids: [one.id] }
      await assert.rejects(bob.call(orderZip, asked), { status: 403 })
      await assert.rejects(order([one.id, 987654321 as EntryId]), { status: 404 })
      await assert.rejects(order(Array.from({ length: MAX_ORDERED + 1 }, () => one.id)), { status: 400 })
      const { address } = await order()
      await world.changeRoot(ann.rootId, { person_id: bob.id })
      assert.equal(await statusOf(await get(address, ann)), 403)
      await world.changeRoot(ann.rootId, { person_id: ann.id })
      assert.equal(await statusOf(await get(address, ann)), 200)
    })
  })
