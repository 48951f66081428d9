import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const DEVICES = 20
const TIMES = rounds(6, 40)
/**
 * So many changes of batches may come first, usually. On SQLite batches make way, all but for a small part of the time; on
 * PostgreSQL three transactions of them for each of its own, of which a sign-in has several, and a hash to wait for.
 */
const MOST_MEANWHILE: Record<string, Record<string, number>> = {
  sqlite: { upload: 60, 'upload of others': 60, 'sign in': 150 },
  postgres: { upload: 300, 'upload of others': 300, 'sign in': 900 },
}

for (const stack of STACKS) {
  const changes = rounds(stack === STACKS[0] ? 150 : 60, 500)
  describe(`while ${DEVICES} devices send batches on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function sendMany(who: Someone, isOver: () => void): Promise<void> {
      const sender = new BatchSender(who, who.rootId)
      const folder_id = 0 as EntryId
      const ops = Array.from({ length: changes }, (_, n) => ({
        op: 'put' as const,
        folder_id,
        name: `${n}`,
        ...sender.content(`${who.id} ${n}`),
      }))
      const results = await sender.send(ops)
      assert.deepEqual(
        results.filter(({ error }) => error),
        [],
      )
      isOver()
    }

    it('single uploads and sign-ins wait for few of their changes', async (test) => {
      const organizationId = await world.organization()
      const others = await world.organization()
      const devices: Someone[] = []
      for (let n = 0; n < DEVICES; n++) devices.push(await world.person({ organizationId }))
      const [ann, bob] = [
        await world.person({ organizationId }),
        await world.person({ organizationId: others }),
      ]
      const roots = devices.map(({ rootId }) => rootId)
      const changesMade = async () => {
        const { sum } = await world.service.ctx.db.read
          .selectFrom('root')
          .select(({ fn }) => fn.sum<number>('seq').as('sum'))
          .where('id', 'in', roots)
          .executeTakeFirstOrThrow()
        return Number(sum)
      }

      let left = DEVICES
      const sending = Promise.all(devices.map((device) => sendMany(device, () => left--)))
      // All of what they sent is read, else people would meet none of their changes.
      await until(async () => (await changesMade()) >= DEVICES * 10, 5)
      const waited: Record<string, number[]> = {}
      const keepOn = async (what: string, does: (n: number) => Promise<unknown>) => {
        for (let n = 0; n < TIMES && left > DEVICES / 2; n++) {
          const before = await changesMade()
          await does(n)
          const during = (await changesMade()) - before
          waited[what] = [...(waited[what] ?? []), during]
        }
      }
      await Promise.all([
        keepOn('upload', (n) => ann.upload(`${n}`, `${n}`)),
        keepOn('sign in', () => world.signIn(ann.email)),
        keepOn('upload of others', (n) => bob.upload(`${n}`, `${n}`)),
      ])
      await sending
      test.diagnostic(JSON.stringify(waited))
      for (const [what, most] of Object.entries(MOST_MEANWHILE[world.service.ctx.db.dialect] ?? {})) {
        const meanwhile = waited[what]?.toSorted((a, b) => a - b) ?? assert.fail(`no ${what}`)
        const middle = meanwhile[Math.floor(meanwhile.length / 2)] ?? 0
        assert.ok(middle <= most, `${what}: ${middle} changes of others came first`)
      }
      await checkInvariants(world.service.ctx.db.read)
    })
  })
}
