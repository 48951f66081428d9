import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import { createActivity } from '@holdfast/api/oversight/activity'
import { formatUtc } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import { runCommand } from '@holdfast/server/testkit/servers/command-line'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { blobKey } from '../../platform/basics/blob-key.ts'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'
import { verifyActivity } from './verify-activity.ts'

for (const stack of STACKS)
  describe(`verifying the activity on ${stack.name}`, () => {
    const world = useWorld(stack)
    let pat: Someone
    before(async () => {
      pat = await world.person({ organizationId: await world.organization(), siteAdmin: true })
    })
    const note = (who: Someone) => who.call(createActivity, { activity_type_id: ACTIVITY_TYPES.noted.id })

    let notes: string[] = []
    const problems = async () => {
      const found: string[] = []
      notes = []
      const totals = await verifyActivity(world.service.ctx, {
        problem: (id, text) => found.push(`${id}: ${text}`),
        note: (id, text) => notes.push(`${id}: ${text}`),
      })
      assert.equal(totals.problems, found.length)
      return found
    }
    /** What verifying says after statements that nobody but a thief would run on a fresh organization of five. */
    const afterDamage = async (damage: (id: OrganizationId) => string[]) => {
      const id = await world.organization()
      const boss = await world.person({ organizationId: id })
      for (let n = 0; n < 3; n++) await note(boss)
      const { db } = world.service.ctx
      const saved = await db.read
        .selectFrom('activity')
        .selectAll()
        .where('acted_on_company_id', '=', id)
        .execute()
      const end = await db.read
        .selectFrom('activity_chain')
        .selectAll()
        .where('organization_id', '=', id)
        .execute()
      assert.equal(saved.length, 5)
      for (const statement of damage(id)) await rawSql(db, statement)
      const found = await problems()
      // As it was, for the next one to find a whole store.
      await db.write(async (tx) => {
        await tx.deleteFrom('activity').where('acted_on_company_id', '=', id).execute()
        await tx.deleteFrom('activity_chain').where('organization_id', '=', id).execute()
        await tx.insertInto('activity').values(saved).execute()
        await tx.insertInto('activity_chain').values(end).execute()
      })
      assert.deepEqual(await problems(), [])
      for (const each of found) assert.ok(each.startsWith(`${id}: `), each)
      return found.map((each) => each.slice(`${id}: `.length).replace(/record \d+/, 'record x'))
    }
    const where = (id: OrganizationId, seq: number) => `where acted_on_company_id = ${id} and seq = ${seq}`
    const EDITED = (seq: number) => `record x (number ${seq}) or the one before it was edited`

    it('finds nothing after many things at once', async () => {
      const people = await Promise.all(Array.from({ length: 4 }, () => world.person()))
      await Promise.all(
        [...people, pat].flatMap((someone) =>
          Array.from({ length: 15 }, (_, n) => [someone.upload(`${n}.txt`, 'x'), note(someone)]).flat(),
        ),
      )
      assert.deepEqual(await problems(), [])
    })

    it('finds an edited text, and the first of several', async () => {
      assert.deepEqual(
        await afterDamage((id) => [`update activity set data_text = 'other' ${where(id, 3)}`]),
        [EDITED(3)],
      )
      assert.deepEqual(
        await afterDamage((id) => [
          `update activity set actor_text = 'other' where acted_on_company_id = ${id}`,
        ]),
        [EDITED(1)],
      )
      assert.deepEqual(
        await afterDamage((id) => [
          `update activity set hash = (select hash from activity ${where(id, 3)}) ${where(id, 4)}`,
        ]),
        [EDITED(4)],
      )
    })

    it('finds what was taken away', async () => {
      assert.deepEqual(await afterDamage((id) => [`delete from activity ${where(id, 3)}`]), [
        'number 3 is missing',
      ])
      assert.deepEqual(await afterDamage((id) => [`delete from activity ${where(id, 1)}`]), [
        'number 1 is missing',
      ])
      assert.deepEqual(await afterDamage((id) => [`delete from activity ${where(id, 5)}`]), [
        'number 5 is missing at the end',
      ])
      assert.deepEqual(
        await afterDamage((id) => [`delete from activity where acted_on_company_id = ${id} and seq > 1`]),
        ['numbers 2 to 5 are missing at the end'],
      )
    })

    it('finds what was put in', async () => {
      const columns =
        'activity_type_id, actor_type, actor_text, acted_on_type, acted_on_company_id, acted_on_text, data_text, data_vars, created_at, hash'
      const copy = (id: OrganizationId, seq: string) =>
        `insert into activity (${columns}, seq) select ${columns}, ${seq} from activity ${where(id, 2)}`
      assert.deepEqual(await afterDamage((id) => [copy(id, '6')]), [
        '1 records are after the end of the chain',
      ])
      assert.deepEqual(await afterDamage((id) => [copy(id, '2')]), [
        'record x has the number 2, which another record also has',
      ])
      const between = await afterDamage((id) => [
        `update activity set seq = seq + 1 where acted_on_company_id = ${id} and seq > 2`,
        copy(id, '3'),
      ])
      assert.deepEqual(between, [
        EDITED(3),
        'the end of the chain does not match its last record',
        '1 records are after the end of the chain',
      ])
    })

    it('finds two that changed places', async () => {
      const found = await afterDamage((id) => [
        `update activity set seq = 99 ${where(id, 2)}`,
        `update activity set seq = 2 ${where(id, 3)}`,
        `update activity set seq = 3 ${where(id, 99)}`,
      ])
      assert.deepEqual(found, [EDITED(2)])
    })

    it('finds a changed end', async () => {
      const set = (id: OrganizationId, what: string) =>
        `update activity_chain set ${what} where organization_id = ${id}`
      assert.deepEqual(await afterDamage((id) => [set(id, 'seq = 4')]), [
        'the end of the chain does not match its last record',
        '1 records are after the end of the chain',
      ])
      assert.deepEqual(await afterDamage((id) => [set(id, 'seq = 7')]), [
        'numbers 6 to 7 are missing at the end',
      ])
      assert.deepEqual(
        await afterDamage((id) => [set(id, `hash = (select hash from activity ${where(id, 4)})`)]),
        ['the end of the chain does not match its last record'],
      )
      assert.deepEqual(
        await afterDamage((id) => [`delete from activity_chain where organization_id = ${id}`]),
        ['5 records are after the end of the chain'],
      )
    })

    it('finds what was cut off or made anew since the chain was anchored, until a restore explains it', async () => {
      const id = await world.organization()
      const boss = await world.person({ organizationId: id })
      for (let n = 0; n < 3; n++) await note(boss)
      const { ctx } = world.service
      world.clock.advance({ hours: 1 })
      await world.runJobs()
      const chain = () =>
        ctx.db.read
          .selectFrom('activity')
          .selectAll()
          .where('acted_on_company_id', '=', id)
          .orderBy('seq')
          .execute()
      const [, , third, fourth] = await chain()
      assert.ok(third && fourth)
      const setEnd = (seq: number, hash: Buffer) =>
        ctx.db.write((tx) =>
          tx.updateTable('activity_chain').set({ seq, hash }).where('organization_id', '=', id).execute(),
        )
      const anchoredAt = formatUtc(world.clock.now())
      const cutOff = [
        `${id}: the chain ends with number 3, but on ${anchoredAt} it ended with 5: later records were removed`,
      ]

      await rawSql(ctx.db, `delete from activity where acted_on_company_id = ${id} and seq > 3`)
      await setEnd(3, third.hash)
      assert.deepEqual(await problems(), cutOff)
      // The next anchor does not forget what the one before it knew.
      world.clock.advance({ hours: 1 })
      await world.runJobs()
      assert.match((await problems()).join(), /the chain ends with number 3, but on .+ it ended with 5/)

      // Not even the key helps to put other records in their place.
      for (let n = 0; n < 3; n++) await note(boss)
      const [rewritten, ...more] = await problems()
      assert.match(
        rewritten ?? '',
        /record \d+ \(number 5\) is not the one that was anchored on .+ rewritten$/,
      )
      assert.deepEqual(more, [])

      const settings = settingsOf(world.place)
      const restored = await runCommandHere(['restored'], settings)
      assert.deepEqual([restored.code, restored.errors], [0, ''])
      assert.deepEqual(await problems(), [])
      assert.match(notes.join(), new RegExp(`^${id}: restored to record 6 on 20`))
      const verified = await runCommandHere(['verify', '--activity'], settings)
      assert.equal(verified.code, 0, verified.output)
      assert.match(
        verified.output,
        new RegExp(`^Organization ${id}: restored to record 6 on 20.+log: .+ anchored on 20`, 's'),
      )

      for (const table of ['activity', 'activity_chain'])
        await rawSql(
          ctx.db,
          `delete from ${table} where ${table === 'activity' ? 'acted_on_company' : 'organization'}_id = ${id}`,
        )
      assert.match(
        (await problems()).join(),
        new RegExp(`^${id}: the chain ends with number 0, but on .+ it ended with 6`),
      )
      assert.equal((await runCommandHere(['restored'], settings)).code, 0)
      assert.deepEqual(await problems(), [])
    })

    it('trusts no anchor that someone else has made', async () => {
      const { blobs } = world.service.ctx
      const key = blobKey('anchor-999999999999999-0000000000000000')
      await blobs.put(key, [Buffer.from('{"version":1,"at":1,"ends":[],"setBacks":[]}\nAAAA')])
      assert.deepEqual(await problems(), [`0: the anchor ${key} in the store was changed`])
      await blobs.delete(key)
      assert.deepEqual(await problems(), [])
    })

    it('is a command that says so by its exit code', async () => {
      const { dataDir } = world.place
      const settings = settingsOf(world.place)
      const whole = await runCommand(dataDir, ['verify', '--activity'], settings)
      assert.deepEqual([whole.code, whole.errors], [0, ''])
      assert.match(
        whole.output,
        /^No problems found in the activity log: \d+ records of \d+ organizations?, anchored on .+\.$/m,
      )
      await rawSql(
        world.service.ctx.db,
        `update activity set acted_on_text = 'other' ${where(1 as OrganizationId, 1)}`,
      )
      const broken = await runCommand(dataDir, ['verify', '--activity'], settings)
      assert.equal(broken.code, 1)
      assert.match(
        broken.output,
        /^Organization 1: record \d+ \(number 1\) .+ edited\.\n1 problem found in the activity log: \d+ records/m,
      )
    })
  })
