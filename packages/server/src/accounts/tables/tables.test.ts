import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { tableGroups, tableGuests, tablePersons } from '@holdfast/api/accounts/account-tables'
import { createGroup, updateGroupMembers } from '@holdfast/api/accounts/groups'
import { convertGuest, createGuest } from '@holdfast/api/accounts/guests'
import { createPerson, deletePerson, updatePerson } from '@holdfast/api/accounts/people'
import type { GroupId, GuestId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { shareFile } from '@holdfast/api/sharing/links'
import { unlockPerson } from '@holdfast/api/sign-in/two-step'
import type { TablePage } from '@holdfast/api/table'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { type Hired, hire } from '@holdfast/server/testkit/people/staff'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { insertGroup } from '../../records/groups.ts'
import { addCounts } from '../../records/organizations.ts'

const LISTS = { persons: tablePersons, guests: tableGuests, groups: tableGroups }
type List = keyof typeof LISTS
type Row = { id: number; name: string; organization: { id: number } }

/** What rows are sorted by, as a statement on the tables has it. */
const KEYS: Record<List, Record<string, string>> = {
  persons: {
    name: 'last_name_key',
    email: 'email_key',
    seen: 'seen_at',
    space: 'shown_space',
    created: 'id',
  },
  guests: { name: 'last_name_key', email: 'email_key', seen: 'seen_at', created: 'id' },
  groups: { name: 'name_key', members: 'members_count' },
}
const FROM: Record<List, string> = {
  persons: 'person where guest = 0',
  guests: 'person where guest = 1',
  groups: 'person_group where 1 = 1',
}
const NAMES = ['Ann', 'ann', 'Änn', 'Zoë 🦄', '\u{1F600}', 'ﬃ', ' ', '=1+1', 'ann', '<b>x</b>', '"q", \n']

for (const stack of STACKS)
  describe(`lists of accounts on ${stack.name}`, () => {
    const world = useWorld(stack)
    let top: OrganizationId
    let boss: Someone
    const below: OrganizationId[] = []

    before(async () => {
      const { db } = world.service.ctx
      top = await world.organization({ num_orgs_maximum: null })
      boss = await world.person({ organizationId: top, siteAdmin: true })
      for (const parent of [0, 0, 1]) below.push(await world.organization({}, parent ? below[0] : top))
      const gone = await world.organization({}, top)
      await hire(
        db,
        [top, ...below, gone].flatMap((organizationId, place) =>
          Array.from(
            { length: 14 },
            (_, n): Hired => ({
              organizationId,
              first: NAMES[n % NAMES.length] ?? '',
              last: NAMES[(n * 7) % NAMES.length] ?? '',
              email: `${'aÉzy'[n % 4]}${n}.${place}@sorted.test`,
              guest: n % 3 === 0,
              more: { seen_at: (n % 4) * 1_000_000, shown_space: n % 3, creator_id: n % 2 ? boss.id : null },
            }),
          ),
        ),
      )
      const joining: string[] = []
      await db.write(async (tx) => {
        for (const [place, organization_id] of [top, ...below, gone].entries())
          for (let n = 0; n < 9; n++) {
            const name = `${NAMES[n]?.trim() || 'Team'} ${n}`
            const group = await insertGroup(tx, {
              organization_id,
              name,
              auth_source_id: null,
              directory_id: null,
              members_count: (n + place) % 3,
              created_at: 0,
            })
            for (let at = 0; at < group.members_count; at++)
              joining.push(`insert into group_person (group_id, person_id)
                select ${group.id}, id from person where organization_id = ${organization_id} and guest = 0
                order by id limit 1 offset ${at}`)
            await addCounts(tx, organization_id, { groups: 1 })
          }
        await addCounts(tx, top, { children: -1 })
      })
      for (const statement of [...joining, `update organization set deleted_at = 1 where id = ${gone}`])
        await rawSql(db, statement)
    })

    const page = (list: List, given: object, who = boss) =>
      who.call(LISTS[list], { organization_id: top, ...given } as never) as Promise<TablePage<Row>>
    const names = async (given: object, list: List = 'persons') =>
      (await page(list, given)).results.map(({ name }) => name)

    async function wholeOf(list: List, sort: string, organizations: readonly number[]): Promise<number[]> {
      const way = sort.startsWith('-') ? 'desc' : 'asc'
      const key = KEYS[list][sort.replace('-', '')]
      const rows = await rawSql<{ id: number }>(
        world.service.ctx.db,
        `select id from ${FROM[list]} and deleted_at is null and organization_id in (${organizations})
        order by ${key} ${way}, id ${way}`,
      )
      return rows.map(({ id }) => id)
    }
    const ids = ({ results }: TablePage<Row>) => results.map(({ id }) => id)

    for (const list of Object.keys(LISTS) as List[])
      it(`have the same ${list} in pages as in all, there and back, by every sort`, async () => {
        for (const name of Object.keys(KEYS[list]))
          for (const sort of [name, `-${name}`])
            for (const wide of [false, true]) {
              const whole = await wholeOf(list, sort, wide ? [top, ...below] : [top])
              const there: number[] = []
              const given = { sort, below: wide, limit: wide ? 13 : 4 }
              let at = await page(list, given)
              assert.equal(at.back, null)
              assert.deepEqual([at.total, at.total_is], [whole.length, 'exact'])
              for (there.push(...ids(at)); at.cursor !== null; there.push(...ids(at)))
                at = await page(list, { ...given, cursor: at.cursor })
              assert.deepEqual(there, whole, `${sort} ${wide}`)
              const back = ids(at)
              while (at.back !== null) {
                at = await page(list, { ...given, cursor: at.back })
                back.unshift(...ids(at))
              }
              assert.deepEqual(back, whole, `${sort} ${wide} back`)
            }
      })

    it('name the organization of each row', async () => {
      const { results } = await page('persons', { below: true })
      const organizations = new Set(results.map(({ organization }) => organization.id))
      assert.deepEqual(organizations, new Set([top, ...below]))
    })

    it('are searched by the beginnings of words in names and addresses', async () => {
      const made = await world.organization({}, top)
      const hired = (first: string, last: string, email: string) => ({
        organizationId: made,
        first,
        last,
        email,
      })
      await hire(world.service.ctx.db, [
        hired('Mei Lin', 'Chen', 'mlc@x.test'),
        hired('Ludwig', 'van Beethoven', 'ludwig.b@bonn.test'),
        hired('Siobhán', 'O’Connor-Ruiz', 'so@x.test'),
        hired('100%', '_under_', 'p@x.test'),
      ])
      const found = async (q: string) => (await names({ organization_id: made, q })).sort()
      for (const [q, expected] of [
        ['lin', ['Mei Lin Chen']],
        ['chen mei', ['Mei Lin Chen']],
        ['BEETH', ['Ludwig van Beethoven']],
        ['siobhan', ['Siobhán O’Connor-Ruiz']],
        ["o'con", ['Siobhán O’Connor-Ruiz']],
        ['ruiz', ['Siobhán O’Connor-Ruiz']],
        ['ludwig.b@bo', ['Ludwig van Beethoven']],
        ['m', ['Mei Lin Chen']],
        ['_und', ['100% _under_']],
        ['in', []],
        ['%', []],
        ['_', []],
        ['nobody', []],
      ] as const)
        assert.deepEqual(await found(q), expected, q)
      assert.equal((await found(' ')).length, 4)
      // Found by the new name alone, at once.
      const [{ id } = { id: 0 }] = (await page('persons', { organization_id: made, q: 'lin' })).results
      await boss.call(updatePerson, { person_id: id as PersonId, first_name: 'Mei', email: 'chen2@x.test' })
      assert.deepEqual([await found('lin'), await found('mlc'), await found('chen2')], [[], [], ['Mei Chen']])
      await boss.call(deletePerson, { person_id: id as PersonId })
      assert.deepEqual(await found('chen'), [])
    })

    it('begin where a name does that was typed', async () => {
      const organization_id = await world.organization({}, top)
      const last = ['Adam', 'Berg', 'Best', 'Cole']
      await hire(
        world.service.ctx.db,
        last.map((name) => ({
          organizationId: organization_id,
          first: 'A',
          last: name,
          email: `${name}@start.test`,
        })),
      )
      const begin = async (given: object) => await page('persons', { organization_id, ...given })
      const shown = ({ results }: TablePage<Row>) => results.map(({ name }) => name.slice(2))
      const b = await begin({ start: 'B', limit: 2 })
      assert.deepEqual(shown(b), ['Berg', 'Best'])
      assert.deepEqual(shown(await begin({ cursor: b.back, limit: 2 })), ['Adam'])
      assert.deepEqual(shown(await begin({ start: 'be', sort: '-name' })), ['Best', 'Berg', 'Adam'])
      assert.equal((await begin({ start: 'a' })).back, null)
      const none = await begin({ start: 'z' })
      assert.deepEqual([shown(none), none.cursor], [[], null])
      assert.deepEqual(shown(await begin({ cursor: none.back })), last)
      assert.equal(await refusal(begin({ start: 'a', sort: 'email' })), 'invalid_request')
    })

    it('are filtered, and counted if that is asked for', async () => {
      const organization_id = await world.organization({}, top)
      const { db } = world.service.ctx
      const now = world.clock.now()
      const DAY = 86_400_000
      const of = (name: string, more: Hired['more'] = {}, guest = false) => ({
        organizationId: organization_id,
        first: '',
        last: name,
        email: `${name}@filters.test`,
        guest,
        more: { seen_at: now, two_step_mode: 'email' as const, ...more },
      })
      const [, , , , , , old, , guest] = await hire(db, [
        of('Admin', { site_admin: 1 }),
        of('Locked', { locked_until: now + 1000 }),
        of('Unlocked', { locked_until: now - 1000 }),
        of('Plain', { two_step_mode: null }),
        of('Never', { seen_at: 0 }),
        of('Off', { active: 0 }),
        of('Old', { seen_at: now - 10 * DAY }),
        of('Guest one', { seen_at: 0, creator_id: boss.id }, true),
        of('Guest two', { seen_at: now - 10 * DAY }, true),
      ])
      const group = await boss.call(createGroup, {
        company_id: organization_id,
        name: 'Oldies',
        members: [old as PersonId],
      })
      await rawSql(
        db,
        `update person set email_verified_at = 1 where organization_id = ${organization_id} and last_name <> 'Old'`,
      )
      const before = new Date(now - 5 * DAY).toISOString().slice(0, 10)
      const cases: [List, object, string[]][] = [
        ['persons', { view: 'administrators' }, ['Admin']],
        ['persons', { view: 'locked' }, ['Locked']],
        ['persons', { view: 'no_two_step' }, ['Plain']],
        ['persons', { view: 'never' }, ['Never']],
        ['persons', { view: 'disabled' }, ['Off']],
        ['persons', { group: group.id }, ['Old']],
        ['persons', { seen_before: before }, ['Old']],
        ['persons', { email_unverified: true }, ['Old']],
        ['persons', { email_unverified: true, view: 'locked' }, []],
        ['persons', { q: 'old', group: group.id }, ['Old']],
        ['persons', { directory: 987654321 }, []],
        ['guests', { invited_by: boss.id }, ['Guest one']],
        ['guests', { never: true }, ['Guest one']],
        ['guests', { seen_before: before }, ['Guest two']],
        ['groups', { q: 'old' }, ['Oldies']],
      ]
      for (const [list, given, expected] of cases) {
        const about = JSON.stringify(given)
        const at = await page(list, { organization_id, ...given })
        assert.deepEqual(
          at.results.map(({ name }) => name),
          expected,
          about,
        )
        assert.deepEqual([at.total, at.total_is], [null, 'unknown'], about)
        const counted = await page(list, { organization_id, ...given, limit: 1, count: true })
        assert.deepEqual([counted.total, counted.total_is], [expected.length, 'exact'], about)
        // Others of other organizations come beside them.
        const wide = await names(
          { ...given, below: true, q: (given as { q?: string }).q ?? expected[0] ?? 'none' },
          list,
        )
        if (!('email_unverified' in given)) assert.deepEqual(wide, expected, about)
      }
      const { results } = await page('persons', { organization_id })
      const statuses = (results as unknown as { name: string; status: string }[]).map(
        ({ name, status }) => `${name} ${status}`,
      )
      assert.deepEqual(statuses.sort(), [
        'Admin invited',
        'Locked locked',
        'Never invited',
        'Off disabled',
        'Old invited',
        'Plain invited',
        'Unlocked invited',
      ])
      assert.ok(guest)
    })

    it('refuse unknown sorts, filters and cursors of others', async () => {
      const { cursor } = await page('persons', { limit: 2 })
      const bad: object[] = [
        { sort: 'password' },
        { sort: 'links' },
        { view: 'everyone' },
        { no_such: 1 },
        { seen_before: 'yesterday' },
        { limit: 101 },
        { cursor: 'x' },
        { cursor: `${cursor}x` },
        { cursor, sort: 'email' },
        { cursor, below: true },
        { cursor, q: 'a' },
        { cursor, view: 'never' },
        { cursor, organization_id: below[0] },
      ]
      for (const given of bad) {
        const { organization_id = top, ...query } = given as { organization_id?: number }
        const { status, error } = await world.request(
          `/api/2/organization/${organization_id}/table/persons?${new URLSearchParams(query as Record<string, string>)}`,
          { headers: boss.bearer },
        )
        assert.equal(status, 400, JSON.stringify(given))
        assert.match(String(error), /^invalid_(request|date_format)$/)
      }
      assert.equal(await refusal(page('guests', { cursor: cursor ?? '' })), 'invalid_request')
    })

    it('follow what becomes of an account', async () => {
      const organization_id = await world.organization({}, top)
      const row = async (id: number) => {
        const { results } = await boss.call(tablePersons, {
          organization_id,
          sort: 'name',
          below: false,
          limit: 100,
          count: false,
          format: 'json',
          email_unverified: false,
        })
        return results.find((each) => each.id === id)
      }
      const ann = await boss.call(createPerson, {
        company_id: organization_id,
        email: 'ann@states.test',
        first_name: 'Ann',
        last_name: 'Lee',
        generate_password: true,
      })
      const shown = async () => {
        const { status, seen_at, role, two_step, groups, groups_total } = (await row(ann.id)) ?? assert.fail()
        return {
          status,
          seen: seen_at !== null,
          role,
          two_step,
          groups: groups.map(({ name }) => name),
          groups_total,
        }
      }
      const fresh = {
        status: 'invited',
        seen: false,
        role: 'member',
        two_step: false,
        groups: [] as string[],
        groups_total: 0,
      }
      assert.deepEqual(await shown(), fresh)
      await boss.call(updatePerson, { person_id: ann.id, password: PASSWORD })
      assert.deepEqual(await shown(), { ...fresh, status: 'active' })
      const there = await world.signIn('ann@states.test')
      assert.deepEqual(await shown(), { ...fresh, status: 'active', seen: true })
      for (const name of ['D', 'A', 'C', 'B'])
        await boss.call(createGroup, { company_id: organization_id, name, members: [ann.id] })
      await boss.call(updatePerson, { person_id: ann.id, site_admin: true })
      assert.deepEqual(await shown(), {
        ...fresh,
        status: 'active',
        seen: true,
        role: 'administrator',
        groups: ['A', 'B', 'C'],
        groups_total: 4,
      })
      for (let n = 0; n < 5; n++)
        await world.token({ grant_type: 'password', username: 'ann@states.test', password: 'wrong' })
      assert.equal((await shown()).status, 'locked')
      assert.deepEqual(await names({ organization_id, view: 'locked' }), ['Ann Lee'])
      await boss.call(unlockPerson, { person_id: ann.id })
      assert.equal((await shown()).status, 'active')
      // Seen again once an hour.
      const seen = (await row(ann.id))?.seen_at
      world.clock.advance({ minutes: 20 })
      await world.signIn('ann@states.test')
      assert.equal((await row(ann.id))?.seen_at, seen)
      world.clock.advance({ hours: 1 })
      await world.signIn('ann@states.test')
      assert.notEqual((await row(ann.id))?.seen_at, seen)
      // What is stored shows when it was counted.
      await there.upload('a.txt', 'four').catch(() => undefined)
      world.clock.advance({ minutes: 11 })
      await world.runJobs()
      const { results, at } = await page('persons', { organization_id, sort: '-space' })
      assert.equal((results[0] as unknown as { space: number }).space, 4)
      assert.ok(at)
      await boss.call(updatePerson, { person_id: ann.id, active: false })
      assert.equal((await shown()).status, 'disabled')
    })

    it('count the links of guests, and who invited them', async () => {
      const organization_id = await world.organization({}, top)
      const owner = await world.person({ organizationId: organization_id })
      const file = await owner.upload('plan.txt', 'plan')
      await owner.call(shareFile, {
        root_id: owner.rootId,
        file_id: file.id,
        subscribers: ['dana@client.test'],
        login_required: true,
      })
      const guests = async () =>
        (await page('guests', { organization_id })).results as unknown as Record<string, unknown>[]
      const [dana] = await guests()
      assert.deepEqual(
        [dana?.email, dana?.links, (dana?.invited_by as { id: number } | undefined)?.id, dana?.seen_at],
        ['dana@client.test', 1, owner.id, null],
      )
      const made = await boss.call(createGuest, {
        company_id: organization_id,
        email: 'b@client.test',
        first_name: 'B',
        last_name: 'B',
        password: PASSWORD,
      })
      assert.equal((await guests()).length, 2)
      await boss.call(convertGuest, { guest_id: made.id as GuestId })
      assert.equal((await guests()).length, 1)
      assert.ok((await names({ organization_id })).includes('B B'))
    })

    it('count who is in a group', async () => {
      const organization_id = await world.organization({}, top)
      const people = await Promise.all([1, 2, 3].map(() => world.person({ organizationId: organization_id })))
      const ids = people.map(({ id }) => id)
      const inner = await boss.call(createGroup, { company_id: organization_id, name: 'Inner' })
      const outer = await boss.call(createGroup, {
        company_id: organization_id,
        name: 'Outer',
        members: ids,
        member_groups: [inner.id],
      })
      const counts = async () =>
        (await page('groups', { organization_id })).results.map((row) => {
          const { name, members, member_groups } = row as Row & { members: number; member_groups: number }
          return [name, members, member_groups]
        })
      assert.deepEqual(await counts(), [
        ['Inner', 0, 0],
        ['Outer', 3, 1],
      ])
      await boss.call(updateGroupMembers, { group_id: outer.id as GroupId, members: ids.slice(1) })
      await boss.call(deletePerson, { person_id: ids[2] as PersonId })
      await boss.call(updatePerson, { person_id: ids[1] as PersonId, group_ids: [inner.id, outer.id] })
      assert.deepEqual(await counts(), [
        ['Inner', 1, 0],
        ['Outer', 1, 1],
      ])
      assert.deepEqual(
        await names({ organization_id, group: inner.id }),
        await names({ organization_id, group: outer.id }),
      )
    })

    it('say what may be done with each row', async () => {
      const kept = await world.organization({}, top)
      await world.changeOrganization(kept, { privacy_mode: 1 })
      const own = await world.person({ organizationId: kept, siteAdmin: true })
      const mayOf = async (who: Someone, id: number) => {
        const { results } = await who.call(tablePersons, {
          organization_id: kept,
          sort: 'name',
          below: false,
          limit: 100,
          count: false,
          format: 'json',
          email_unverified: false,
        })
        return results.find((row) => row.id === id)?.may
      }
      const ann = await world.person({ organizationId: kept })
      assert.deepEqual(await mayOf(boss, ann.id), [
        'people.change',
        'people.delete',
        'devices.view',
        'activity',
      ])
      assert.ok((await mayOf(own, ann.id))?.includes('people.take_over'))
      assert.ok(!(await mayOf(own, own.id))?.includes('people.delete'))
      const rootBoss = await world.person({ siteAdmin: true })
      const admin = await world.admin()
      const given = {
        organization_id: 1 as OrganizationId,
        sort: 'name',
        below: false,
        limit: 100,
        count: false,
        format: 'json',
        email_unverified: false,
      } as const
      const shown = async (who: Someone, view?: 'no_two_step') =>
        (await who.call(tablePersons, { ...given, ...(view && { view }) })).results.find(
          ({ id }) => id === admin.id,
        )
      const hidden = await shown(rootBoss)
      assert.deepEqual(
        [hidden?.may, hidden?.seen_at, hidden?.two_step, hidden?.role],
        [[], null, null, 'system_administrator'],
      )
      assert.equal(await shown(rootBoss, 'no_two_step'), undefined)
      assert.ok((await shown(admin, 'no_two_step'))?.may.includes('people.change'))
    })

    it('are given as CSV, whole and without formulas', async () => {
      const path = `/api/2/organization/${top}/table/persons`
      const csv = async (query: string, headers = {}) => {
        const response = await fetch(`${world.url}${path}?format=csv&${query}`, {
          headers: { ...boss.bearer, ...headers },
        })
        assert.equal(response.status, 200)
        return { text: await response.text(), headers: response.headers }
      }
      const { text, headers } = await csv('below=true&columns=name,organization,groups,seen_at&sort=-email', {
        'accept-language': 'de',
      })
      assert.match(headers.get('content-type') ?? '', /^text\/csv/)
      assert.match(headers.get('content-disposition') ?? '', /persons-\d+\.csv/)
      const rows = parseCsv(text)
      assert.deepEqual(rows[0], ['Name', 'Organisation', 'Gruppen', 'Letzte Anmeldung', 'ID'])
      const listed: Row[] = []
      let at = await page('persons', { below: true, sort: '-email' })
      for (listed.push(...at.results); at.cursor; listed.push(...at.results))
        at = await page('persons', { below: true, sort: '-email', cursor: at.cursor })
      const defused = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
      assert.deepEqual(
        rows.slice(1),
        (listed as (Row & { groups: { name: string }[]; seen_at: string | null })[]).map((row) => [
          defused(row.name),
          (row.organization as unknown as { name: string }).name,
          defused(row.groups.map(({ name }) => name).join(', ')),
          row.seen_at ?? '',
          String(row.id),
        ]),
      )
      assert.ok(rows.some(([name]) => name?.startsWith("'=1+1")))
      const all = parseCsv((await csv('')).text)[0] ?? []
      assert.deepEqual([all[0], all.at(-1), all.includes('may')], ['Name', 'ID', false])
      const wrong = await world.request(`${path}?format=csv&columns=name,password_hash`, {
        headers: boss.bearer,
      })
      assert.equal(wrong.error, 'invalid_request')
    })

    it('leave nothing that contradicts itself', () => checkInvariants(world.service.ctx.db.read))
  })

function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}
