import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { listChanges } from '@holdfast/api/files/changes'
import { uploadRevision } from '@holdfast/api/files/revisions'
import { getEntries, getSnapshot } from '@holdfast/api/files/sync'
import type { EntryId, OrganizationId } from '@holdfast/api/ids'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { readAllIds } from '@holdfast/server/testkit/database/all-ids'
import { copyWorld } from '@holdfast/server/testkit/database/database-copy'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const RESET = { status: 409, code: 'cursor_reset' }

for (const stack of STACKS)
  describe(`a service that was set back to a copy on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** A little of everything that gets ids; gives the items. */
    async function live(who: Someone, organizationId: OrganizationId, time: string): Promise<EntryId[]> {
      const { id: file_id } = await who.upload(`${time}.txt`, time)
      const file = { name: 'x', bytes: new Blob([`${time}, changed`]) }
      await who.call(uploadRevision, { root_id: who.rootId, file_id, file })
      await who.call(createGroup, { company_id: organizationId, name: `Of ${time}` })
      await world.person({ organizationId })
      const sender = new BatchSender(who, who.rootId)
      const made = await sender.send([
        { op: 'mkdir', folder_id: 0 as EntryId, name: `Folder of ${time}` },
        { op: 'put', folder_id: 0 as EntryId, name: `${time}, by batch`, ...sender.content(time) },
      ])
      return [file_id, ...made.map(({ entry }) => entry?.entry_id ?? assert.fail())]
    }

    /** What a device keeps to go on from. */
    async function positionsOf(who: Someone) {
      const root_id = who.rootId
      const { next, cursor, epoch } = await who.call(getSnapshot, { root_id, limit: 1 })
      return { next: next ?? assert.fail('there is more'), cursor, epoch }
    }

    it('refuses the positions and batches of before, and gives no id a second time', async () => {
      const organizationId = await world.organization()
      const { email } = await world.person({ organizationId, siteAdmin: true })
      const kept = await live(await world.signIn(email), organizationId, 'the time before')
      const copy = await copyWorld(world)
      const copied = await readAllIds(world.service.ctx.db.read)
      const then = await world.signIn(email)
      const positions = [await positionsOf(then)]
      const lost = await live(then, organizationId, 'the lost time')
      positions.push(await positionsOf(then))
      const given = await readAllIds(world.service.ctx.db.read)

      await world.service.close()
      await copy.putBack()
      await copy.dispose()
      const { code, errors } = await runCommandHere(['restored'], settingsOf(world.place))
      assert.deepEqual({ code, errors }, { code: 0, errors: '' })
      await world.start()

      const ann = await world.signIn(email)
      const root_id = ann.rootId
      for (const { next, cursor, epoch } of positions) {
        await assert.rejects(ann.call(listChanges, { root_id, cursor }), RESET)
        await assert.rejects(ann.call(getSnapshot, { root_id, limit: 1, after: next }), RESET)
        const late = { op: 'mkdir' as const, folder_id: 0 as EntryId, name: 'Late' }
        await assert.rejects(new BatchSender(ann, root_id).send([late], epoch), RESET)
      }
      const { results } = await ann.call(getEntries, { root_id, ids: [...kept, ...lost] })
      assert.deepEqual(results.map(({ entry_id }) => entry_id).sort(), kept.sort())

      await live(ann, organizationId, 'the time after')
      const now = await readAllIds(world.service.ctx.db.read)
      assert.ok(now.size > 20, `${now.size} tables`)
      for (const [table, ids] of now) {
        const known = copied.get(table) ?? new Set()
        const newest = Math.max(0, ...(given.get(table) ?? []))
        assert.deepEqual(
          [...ids].filter((id) => !known.has(id) && id <= newest),
          [],
          table,
        )
      }
      await checkInvariants(world.service.ctx.db.read)
    })
  })
