import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { backUp, restoreTo } from '@holdfast/server/testkit/database/backups'
import { contentsOf, keyFileOf } from '@holdfast/server/testkit/database/installation'
import { makeTempDir, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Ctx } from '../../platform/context.ts'
import type { Snapshot } from '../../platform/db/database.ts'
import { ACROSS_ROOTS } from '../../platform/db/statements.ts'

/** The context of somebody who counts the rows whose bytes are read. */
function counting(ctx: Ctx, read: { rows: number }): Ctx {
  const snapshot: Ctx['db']['snapshot'] = (work) =>
    ctx.db.snapshot((moment) => {
      const counted: Snapshot = {
        ...moment,
        bytes: (left, table, ids) => {
          read.rows += ids.length
          return moment.bytes(left, table, ids)
        },
      }
      return work(counted)
    })
  return { ...ctx, db: Object.create(ctx.db, { snapshot: { value: snapshot } }) }
}

for (const stack of STACKS)
  describe(`bytes of files in the database of ${stack.name}`, () => {
    const world = useWorld(stack)

    it('are read for new pieces only, and damaged ones are told and copied again once they are mended', async () => {
      const place = path.join(await makeTempDir(), 'kept')
      const { ctx } = world.service
      const ann = await world.person()
      for (let n = 0; n < 20; n++) await ann.upload(`note ${n}`, `the bytes of note ${n}`)
      const read = { rows: 0 }
      const back = async () => {
        read.rows = 0
        const told: string[] = []
        await backUp(counting(ctx, read), place, { tell: (text) => told.push(text) })
        return { read: read.rows, damaged: told.some((text) => text.includes('are damaged')) }
      }
      const setBytes = (data: Buffer, before: Buffer) =>
        ctx.db.write((tx) =>
          tx
            .updateTable('chunk')
            .set({ data })
            .where('data', '=', before)
            .modifyEnd(ACROSS_ROOTS)
            .executeTakeFirstOrThrow(),
        )
      const right = Buffer.from('the bytes of note 20')
      const wrong = Buffer.from('the bytes of note 2O')

      const first = await back()
      assert.ok(first.read >= 20, `${first.read}`)
      // Each piece is looked at again in one of thirty backups.
      const again = [await back(), await back(), await back()]
      assert.ok(again.filter((one) => one.read === 0).length >= 2, JSON.stringify(again))

      await ann.upload('note 20', right)
      await setBytes(wrong, right)
      assert.equal((await back()).damaged, true)
      assert.equal((await back()).damaged, true, 'as long as it is not mended')
      await setBytes(right, wrong)
      assert.equal((await back()).damaged, false)

      await world.service.close()
      const empty = await stack.open()
      await restoreTo(empty, place, { config: { masterKeyFile: keyFileOf(world.place) } })
      const chunksOf = async ({ database }: typeof empty) => (await contentsOf(database)).tables.chunk
      assert.deepEqual(await chunksOf(empty), await chunksOf(world.place))
      await empty.dispose()
    })
  })
