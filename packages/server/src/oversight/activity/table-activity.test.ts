import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { createActivity, listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { ACTIVITY_KINDS, tableActivity } from '@holdfast/api/oversight/activity-table'
import { formatUtc } from '@holdfast/api/time'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { groupOf, typesOf } from '../../records/activity/kinds.ts'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'
import { ANYTHING, isOfType } from './queries.ts'
import { readActivity } from './read-activity.ts'

type Wish = Partial<Omit<ParamsOf<typeof tableActivity>, 'organization_id'>>

describe('what records are about', () => {
  it('is one thing for each kind of record', () => {
    const types = ACTIVITY_KINDS.flatMap(typesOf)
    const all = Object.values(ACTIVITY_TYPES).map(({ id }) => id)
    assert.deepEqual(types.toSorted(), all.toSorted())
    assert.equal(groupOf(ACTIVITY_TYPES.file_read.id), 'files')
  })
})

for (const stack of STACKS)
  describe(`the list of activity on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let below: OrganizationId
    let boss: Someone
    let ann: Someone
    let bob: Someone

    before(async () => {
      home = await world.organization()
      below = await world.organization({}, home)
      boss = await world.person({ organizationId: home, siteAdmin: true })
      ann = await world.person({ organizationId: home })
      bob = await world.person({ organizationId: below, siteAdmin: true })
      for (let n = 0; n < 6; n++) {
        world.clock.advance({ minutes: 30 })
        const who = n % 2 === 0 ? ann : bob
        await who.upload(`${n}.txt`, 'x')
        await who.call(createActivity, { activity_type_id: ACTIVITY_TYPES.noted.id, data_text: `note ${n}` })
      }
    })

    const list = (wish: Wish = {}, organization_id = home, who = boss) =>
      who.call(tableActivity, { organization_id, ...wish })
    const recordsOf = (id: readonly OrganizationId[]) =>
      world.service.ctx.db.read
        .selectFrom('activity')
        .selectAll()
        .where('acted_on_company_id', 'in', id)
        .orderBy('id', 'desc')
        .execute()
    /** All pages there, and all of them back. */
    async function pages(wish: Wish): Promise<number[]> {
      const there: number[] = []
      let at = await list({ ...wish, limit: 3 })
      assert.equal(at.back, null)
      for (;;) {
        there.push(...at.results.map(({ id }) => id))
        if (at.cursor === null) break
        at = await list({ ...wish, limit: 3, cursor: at.cursor })
      }
      const back = at.results.map(({ id }) => id)
      while (at.back !== null) {
        at = await list({ ...wish, limit: 3, cursor: at.back })
        back.unshift(...at.results.map(({ id }) => id))
      }
      assert.deepEqual(back, there)
      return there
    }

    it('has all records, newest first, of one organization and of all below', async () => {
      for (const wide of [false, true]) {
        const all = await recordsOf(wide ? [home, below] : [home])
        assert.deepEqual(
          await pages({ below: wide }),
          all.map(({ id }) => id),
        )
        const { total, total_is } = await list({ below: wide })
        assert.deepEqual([total, total_is], [all.length, 'exact'])
      }
      const [row] = (await list()).results
      const [same] = (await boss.call(listOrganizationActivity, { organization_id: home })).results
      const { number, kind, organization, ...activity } = row ?? assert.fail()
      assert.deepEqual(
        [number, kind, organization.id],
        [(await recordsOf([home])).length, 'organization', home],
      )
      assert.deepEqual(activity, same)
    })

    it('is narrowed down by who, what, where and when, alone and together', async () => {
      const all = await recordsOf([home, below])
      const files = new Set(typesOf('files'))
      const middle = all[Math.floor(all.length / 2)]?.created_at ?? 0
      const at = formatUtc(middle)
      const cases: readonly (readonly [Wish, (row: (typeof all)[number]) => boolean])[] = [
        [{ actor: ann.id }, (row) => row.actor_person_id === ann.id],
        [{ acted_on: bob.id }, (row) => row.acted_on_person_id === bob.id],
        [{ root: ann.rootId }, (row) => row.acted_on_root_id === ann.rootId],
        [{ kind: 'files' }, (row) => files.has(row.activity_type_id)],
        [{ type_ids: [ACTIVITY_TYPES.noted.id] }, (row) => row.activity_type_id === ACTIVITY_TYPES.noted.id],
        [{ kind: 'files', type_ids: [ACTIVITY_TYPES.noted.id] }, () => false],
        [{ from: at }, (row) => row.created_at >= middle],
        [{ to: at }, (row) => row.created_at < middle],
        [{ from: at, actor: bob.id }, (row) => row.created_at >= middle && row.actor_person_id === bob.id],
        [
          { root: ann.rootId, actor: ann.id, kind: 'files' },
          (row) =>
            row.acted_on_root_id === ann.rootId &&
            row.actor_person_id === ann.id &&
            files.has(row.activity_type_id),
        ],
      ]
      for (const [wish, fits] of cases)
        for (const wide of [false, true]) {
          const own = wide ? all : all.filter((row) => row.acted_on_company_id === home)
          assert.deepEqual(
            await pages({ ...wish, below: wide }),
            own.filter(fits).map(({ id }) => id),
            JSON.stringify([wish, wide]),
          )
        }
      const { total, total_is } = await list({ kind: 'files', count: true, below: true })
      assert.deepEqual(
        [total, total_is],
        [all.filter((row) => files.has(row.activity_type_id)).length, 'exact'],
      )
    })

    it('has what a device did and what was done to it', async () => {
      const all = await recordsOf([home])
      const { db } = world.service.ctx
      const [first, second, third] = all.map(({ id }) => id)
      const set = (id: typeof first, change: object) =>
        db.write((tx) =>
          tx
            .updateTable('activity')
            .set(change)
            .where('id', '=', id as never)
            .execute(),
        )
      await set(first, { actor_machine_id: 77, acted_on_machine_id: 77 })
      await set(second, { acted_on_machine_id: 77 })
      await set(third, { actor_machine_id: 77 })
      assert.deepEqual(await pages({ device: 77 as never }), [first, second, third])
      assert.deepEqual(await pages({ device: 77 as never, acted_on: 999_999 as never }), [])
    })

    it('ends a page early where little fits, and goes on from there', async () => {
      const read = readActivity(
        world.service.ctx.db.read,
        { by: 'id', ways: [ANYTHING], above: 0, under: 1e9, conditions: [isOfType([999])] },
        3,
      )
      const { found, stopped, searched } = await read({ from: undefined, back: false, limit: 10 })
      assert.deepEqual([found, searched], [[], 3])
      const next = await read({ from: stopped, back: false, limit: 10 })
      assert.ok(Number(next.stopped?.id) < Number(stopped?.id))
    })

    it('tells of files only what those may know who ask, whatever they ask for', async () => {
      await bob.upload('Takeover.txt', 'x')
      const text = async () =>
        JSON.stringify([
          await list({ below: true }),
          await list({ below: true, actor: bob.id }),
          await list({ below: true, root: bob.rootId, kind: 'files' }),
        ])
      assert.equal((await text()).includes('Takeover'), true)
      await world.changeOrganization(below, { privacy_mode: 1 })
      assert.equal((await text()).includes('Takeover'), false)
      assert.equal(JSON.stringify(await list({}, below, bob)).includes('Takeover'), true)
      const csv = await (
        await fetch(`${world.url}/api/2/organization/${home}/activity/export?below=true`, {
          headers: boss.bearer,
        })
      ).text()
      assert.equal(csv.includes('Takeover'), false)
      await world.changeOrganization(below, { privacy_mode: 0 })
    })

    it('is downloaded whole, as lines of JSON or as CSV, which is on record', async () => {
      const rows: unknown[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await list({ below: true, kind: 'files', ...(cursor && { cursor }) })
        rows.push(...page.results)
        if (page.cursor === null) break
        cursor = page.cursor
      }
      const get = async (query: string) => {
        const path = `${world.url}/api/2/organization/${home}/activity/export?below=true&kind=files${query}`
        const response = await fetch(path, { headers: boss.bearer })
        return { text: await response.text(), type: response.headers.get('content-type') }
      }
      const lines = await get('&format=json_lines')
      assert.equal(lines.type, 'application/x-ndjson; charset=utf-8')
      assert.deepEqual(
        lines.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
        rows,
      )
      const csv = await get('')
      assert.match(csv.type ?? '', /^text\/csv/)
      assert.match(csv.text, /^Time \(UTC\),Number,Organization,About,Who,What,On what,/)
      assert.equal(csv.text.trimEnd().split('\r\n').length, rows.length + 1)
      const [newest] = (await list()).results
      assert.equal(newest?.activity_type_id, ACTIVITY_TYPES.activity_exported.id)
    })

    it('is for administrators', async () => {
      assert.equal(await refusal(list({}, home, ann)), 'forbidden')
      assert.equal(await refusal(list({ kind: 'noise' as never })), 'invalid_request')
      assert.equal(await refusal(list({ from: 'soon' })), 'invalid_datetime_format')
      const response = await fetch(`${world.url}/api/2/organization/${home}/activity/export`, {
        headers: ann.bearer,
      })
      assert.equal(response.status, 403)
      // A filter that nobody knows must not give everything.
      const path = `${world.url}/api/2/organization/${home}/activity/export?actr=1`
      assert.equal((await fetch(path, { headers: boss.bearer })).status, 400)
    })
  })
