import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/files/files'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { type Account, adminAccount } from '@holdfast/server/testkit/content/raw-transfer'
import { openUnlocked } from '@holdfast/server/testkit/database/open-unlocked'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { COLLECTING, ServerProcess } from '@holdfast/server/testkit/servers/server-process'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const FILES = 20_000
/** Many pages; what is held in memory for them is looked at with more. */
const LISTED = rounds(5000, FILES)
const MIB = 1024 * 1024
const READERS = 30
/** More than that shall not be held for all of them together, which is a third of their answers. */
const LIMIT = 50 * MIB
const [SMALL_STACK] = STACKS as [Stack]

for (const stack of STACKS)
  describe(`a folder of ${LISTED} on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('is sent whole, once each, by name', async () => {
      const person = await world.person()
      const root_id = person.rootId
      const { id: folder_id } = await person.call(api.createFolderInRoot, { root_id, name: 'Large' })
      await makePile(world.service.ctx.db, { rootId: root_id, parentId: folder_id, files: LISTED })
      // Not by the client of all tests, which compares each answer with its schema: that takes a minute here.
      const address = `${world.url}/api/2/files/${root_id}/folder/${folder_id}`
      const list = async (options = '') =>
        (await (await fetch(address + options, { headers: person.bearer })).json()) as api.Folder
      const { children = [], hash } = await list()
      const names = children.map(({ name }) => name)
      assert.deepEqual(
        names,
        Array.from({ length: LISTED }, (_, n) => `file ${10_000_000 + n}`),
      )
      assert.equal(new Set(children.map(({ id }) => id)).size, LISTED)
      const [file_id] = children.map(({ id }) => id)
      assert.ok(file_id)
      assert.deepEqual(children[0], await person.call(api.getFile, { root_id, file_id }))
      const head = await fetch(address, { method: 'HEAD', headers: person.bearer })
      assert.equal(head.headers.get('etag'), `"${hash}"`)
      assert.equal((await fetch(`${address}?hash=${hash}`, { headers: person.bearer })).status, 304)
      await person.call(api.deleteFile, { root_id, file_id })
      const live = await list('?include_deleted=false')
      assert.deepEqual(
        live.children?.map(({ name }) => name),
        names.slice(1),
      )
    })
  })

describe('the memory of a server', () => {
  it('does not grow with large folders, nor with clients that do not take them', async () => {
    await using resources = new AsyncDisposableStack()
    const place = await SMALL_STACK.open()
    resources.defer(() => place.dispose())
    // Without garbage: how much of that there is at a time is for the engine to say.
    const server = await ServerProcess.start(place, COLLECTING)
    resources.defer(() => server.stop())
    const account = await adminAccount(server.url)
    const db = await openUnlocked(place)
    await makePile(db, { rootId: account.rootId, parentId: 0, files: FILES })
    await db.close()

    const before = await server.heldMemory()
    const held: number[] = []
    const waiting = await Promise.all(Array.from({ length: READERS }, () => list(account)))
    for (const response of waiting) await once(response, 'readable')
    const pieces: Buffer[] = []
    let [received, looked] = [0, 0]
    for await (const piece of (await list(account)) as AsyncIterable<Buffer>) {
      pieces.push(piece)
      received += piece.length
      if (received < looked + MIB / 4) continue
      looked = received
      held.push((await server.heldMemory()) - before)
    }
    const { children } = JSON.parse(Buffer.concat(pieces).toString()) as api.Root
    assert.equal(children?.length, FILES)
    for (const response of waiting) response.destroy()
    const most = Math.max(...held)
    assert.ok(most < LIMIT, `${Math.round(most / MIB)} MiB`)
  })

  async function list({ url, accessToken, rootId }: Account): Promise<IncomingMessage> {
    const asking = request(`${url}/api/2/files/${rootId}`, {
      agent: false,
      headers: { authorization: `Bearer ${accessToken}` },
    }).end()
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    assert.equal(response.statusCode, 200)
    return response
  }
})
